"""Writes kinds.xlsx, .xls, .ods by LibreOffice, and kinds.xlsb, which it cannot write, record by record: python3 tests/sheets/kinds.py"""
import datetime, pathlib, struct, subprocess, tempfile, zipfile

import openpyxl

FOLDER = pathlib.Path(__file__).parent
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/"
CONTENT = "application/vnd.ms-excel."
ERRORS = {"#NULL!": 0, "#DIV/0!": 7, "#VALUE!": 15, "#REF!": 23, "#NAME?": 29, "#NUM!": 36, "#N/A": 42}


def fill(book):
    cards = book.active
    cards.title = "Cards"
    cards["A1"] = "All kinds of cells"
    cards.merge_cells("A1:G1")
    for row in [
        [],
        ["Name", "Cost", "Share", "Day", "Flag", "Sum", "Text", None, "Legend", None, "Tall"],
        ["Fern", 5, 0.5, datetime.date(2026, 1, 2), True, "=B4*2", "Été 😀 “quoted”\nin two lines", None, "wide"],
        ["Hidden", 1, 1, None, None, None, "not printed"],
        ["Moss", 1.25, 0.125, None, False, '="a"&"b"', "é" * 4000 + "😀" * 200],
        ["Rose", 1234567, -3, None, None, "=1=1", "end"],
        ["Sage", 12, 0.01, None, None, "=1/8", "12"],
    ]:
        cards.append(row)
    for cell, code in {"B4": '"$"0.00', "C4": "0%", "D4": "d-mmm-yy", "F4": "0.0", "C6": "0.0%", "B7": "#,##0", "C7": "0.00;(0.00)"}.items():
        cards[cell].number_format = code
    cards.row_dimensions[5].hidden = True
    cards["K6"] = "and below"
    for area in ["I3:J3", "I4:J4", "K6:K7", "L4:N9"]:
        cards.merge_cells(area)
    cards["L4"] = "a box beside the table"
    wrong = book.create_sheet("Wrong")
    wrong.append(["Name", "Cost"])
    wrong.append(["Gale", "=NA()"])
    wrong.sheet_state = "hidden"
    book.create_sheet("Empty")


def text(words):
    signs = words.encode("utf-16-le")
    return struct.pack("<I", len(signs) // 2) + signs


def record(kind, data=b""):
    head = bytes([kind]) if kind < 128 else bytes([kind & 127 | 128, kind >> 7])
    length = len(data)
    while length > 127:
        head += bytes([length & 127 | 128])
        length >>= 7
    return head + bytes([length]) + data


def xlsb(book, path):
    codes, shared, sheets, bundle = ["General"], [], [], b""
    for at, sheet in enumerate(book):
        data = record(129) + record(148, struct.pack("<4I", 0, 99, 0, 99)) + record(145)
        for row in sheet.iter_rows():
            filled = [cell for cell in row if cell.value is not None]
            if not filled:
                continue
            flags = 0x1000 if sheet.row_dimensions[row[0].row].hidden else 0
            data += record(0, struct.pack("<IIHHBI", row[0].row - 1, 0, 300, flags, 0, 0))
            for cell in filled:
                if cell.number_format not in codes:
                    codes.append(cell.number_format)
                head = struct.pack("<II", cell.column - 1, codes.index(cell.number_format))
                value, formula = cell.value, struct.pack("<HII", 0, 0, 0)
                if isinstance(value, datetime.datetime):
                    value = (value - datetime.datetime(1899, 12, 30)).days
                if isinstance(value, bool):
                    data += record(4, head + bytes([value]))
                elif value in ERRORS:
                    data += record(11, head + bytes([ERRORS[value]]) + formula)
                elif isinstance(value, str) and cell.column_letter == "F" and value != "Sum":
                    data += record(8, head + text(value) + formula)
                elif isinstance(value, str):
                    shared += [value] if value not in shared else []
                    data += record(7, head + struct.pack("<I", shared.index(value)))
                elif isinstance(value, int) and cell.column_letter == "B":
                    data += record(2, head + struct.pack("<I", value << 2 | 2))
                elif value == 1.25:
                    data += record(2, head + struct.pack("<I", 125 << 2 | 3))
                elif cell.column_letter == "F":
                    data += record(9, head + struct.pack("<d", value) + formula)
                else:
                    data += record(5, head + struct.pack("<d", value))
        data += record(146)
        for area in sheet.merged_cells.ranges:
            data += record(176, struct.pack("<4I", area.min_row - 1, area.max_row - 1, area.min_col - 1, area.max_col - 1))
        sheets.append(data + record(130))
        state = int(sheet.sheet_state != "visible")
        bundle += record(156, struct.pack("<II", state, at + 1) + text(f"rId{at + 1}") + text(sheet.title))
    formats = b"".join(record(44, struct.pack("<H", 164 + at) + text(code)) for at, code in enumerate(codes))
    styles = b"".join(record(47, struct.pack("<HH", 0, 164 + at) + bytes(12)) for at in range(len(codes)))
    links = [("worksheet", f"worksheets/sheet{at + 1}.bin") for at in range(len(sheets))] + [("styles", "styles.bin"), ("sharedStrings", "sharedStrings.bin")]
    relation = '<Relationship Id="rId{}" Type="' + OFFICE + '/{}" Target="{}"/>'
    relations = f'<Relationships xmlns="{PACKAGE}relationships">{{}}</Relationships>'
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="bin" ContentType="{CONTENT}worksheet"/><Override PartName="/xl/workbook.bin" ContentType="{CONTENT}sheet.binary.macroEnabled.main"/><Override PartName="/xl/styles.bin" ContentType="{CONTENT}styles"/><Override PartName="/xl/sharedStrings.bin" ContentType="{CONTENT}sharedStrings"/></Types>',
        "_rels/.rels": relations.format(relation.format(1, "officeDocument", "xl/workbook.bin")),
        "xl/workbook.bin": record(131) + record(153, struct.pack("<III", 0, 0, 0)) + record(143) + bundle + record(144) + record(132),
        "xl/_rels/workbook.bin.rels": relations.format("".join(relation.format(at + 1, *link) for at, link in enumerate(links))),
        "xl/styles.bin": record(278) + record(615, struct.pack("<I", len(codes))) + formats + record(616) + record(617, struct.pack("<I", len(codes))) + styles + record(618) + record(279),
        "xl/sharedStrings.bin": record(159, struct.pack("<II", len(shared), len(shared))) + b"".join(record(19, b"\0" + text(words)) for words in shared) + record(160),
    }
    parts |= {f"xl/worksheets/sheet{at + 1}.bin": sheet for at, sheet in enumerate(sheets)}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(zipfile.ZipInfo(name), part, zipfile.ZIP_DEFLATED)


with tempfile.TemporaryDirectory() as folder:
    book = openpyxl.Workbook()
    fill(book)
    source = pathlib.Path(folder, "kinds.xlsx")
    book.save(source)
    for kind in ["xlsx", "xls", "ods"]:
        profile = f"-env:UserInstallation=file://{folder}/profile"
        subprocess.run(["soffice", profile, "--headless", "--convert-to", kind, "--outdir", FOLDER, source], check=True)
xlsb(openpyxl.load_workbook(FOLDER / "kinds.xlsx", data_only=True), FOLDER / "kinds.xlsb")
