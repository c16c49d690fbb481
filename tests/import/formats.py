"""Writes anew what LibreOffice shows for the codes and values of formats.tsv: python3 tests/import/formats.py"""
import html, pathlib, subprocess, tempfile
import xml.etree.ElementTree as ElementTree
import zipfile

TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml."

corpus = pathlib.Path(__file__).with_name("formats.tsv")
lines = corpus.read_text().splitlines()
codes, counts, formats, styles, rows, values = [], [], "", "", "", []
for line in lines:
    kind, *fields = line.split("\t")
    if kind == "values":
        values = fields
    elif kind == "code":
        code, style = fields[0], len(codes)
        is_built_in = code.startswith("id ")
        number = int(code[3:]) if is_built_in else 200 + style
        codes.append(code)
        counts.append(len(values))
        if not is_built_in:
            formats += f'<numFmt numFmtId="{number}" formatCode="{html.escape(code)}"/>'
        styles += f'<xf numFmtId="{number}" applyNumberFormat="1"/>'
        rows += f'<row r="{len(codes)}">' + "".join(f'<c s="{style}"><v>{v}</v></c>' for v in values) + "</row>"

with tempfile.TemporaryDirectory() as folder:
    book = pathlib.Path(folder, "formats.xlsx")
    with zipfile.ZipFile(book, "w") as archive:
        relation = '<Relationship Id="r{}" Type="' + OFFICE + '/{}" Target="{}"/>'
        relations = f'<Relationships xmlns="{PACKAGE}relationships">{{}}</Relationships>'
        archive.writestr("[Content_Types].xml", f'<Types xmlns="{PACKAGE}content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/book.xml" ContentType="{CONTENT}sheet.main+xml"/><Override PartName="/sheet.xml" ContentType="{CONTENT}worksheet+xml"/><Override PartName="/styles.xml" ContentType="{CONTENT}styles+xml"/></Types>')
        archive.writestr("_rels/.rels", relations.format(relation.format(1, "officeDocument", "book.xml")))
        archive.writestr("_rels/book.xml.rels", relations.format(relation.format(1, "worksheet", "sheet.xml") + relation.format(2, "styles", "styles.xml")))
        archive.writestr("book.xml", f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets><sheet name="Numbers" sheetId="1" r:id="r1"/></sheets></workbook>')
        archive.writestr("styles.xml", f'<styleSheet xmlns="{MAIN}"><numFmts>{formats}</numFmts><cellXfs>{styles}</cellXfs></styleSheet>')
        archive.writestr("sheet.xml", f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>')
    subprocess.run(["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", "fods", "--outdir", folder, book], check=True)
    shown = []
    for row in ElementTree.parse(book.with_suffix(".fods")).iter(TABLE + "table-row"):
        cells = []
        for cell in row.iter(TABLE + "table-cell"):
            for blanks in cell.iter(TEXT + "s"):
                blanks.text = " " * int(blanks.get(TEXT + "c", 1))
            text = "".join("".join(p.itertext()) for p in cell.iter(TEXT + "p")).strip()
            cells.append(text or "∅")
        shown.append(cells)

answers = iter(zip(counts, shown))
for at, line in enumerate(lines):
    if line.startswith("code\t"):
        count, cells = next(answers)
        lines[at] = "\t".join(line.split("\t")[:2] + cells[:count])
corpus.write_text("\n".join(lines) + "\n")
