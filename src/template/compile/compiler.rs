//! Compiles an SVG file to a [`Template`]: shapes as pieces of text, boxes with their numbers, and every field in use. A file
//! comes in; a template, or faults with their places, goes out. Called by `renderer`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::cards::{LookUp, read_condition};
use crate::source::{Asset, Code, Diagnostic, Diagnostics, FileId, Span, error};
use crate::text::FontBook;

use super::super::bounds::MOST_WRITTEN;
use super::super::document::edited::Edited;
use super::super::document::elements::{
    is_filled_text, is_group, is_left_out, needs_own_layer, referenced,
};
use super::super::document::sanitize::violations;
use super::super::document::xml::{SvgNode, Violation, parse_xml, start_tag, tag_name};
use super::super::fill::{TextPattern, TextPiece};
use super::super::foreign::{DrawingPurpose, plain_svg};
use super::super::ink::{Ink, ink_edits};
use super::compiled::{Definition, Item, ItemKind, PlacedCondition, Shape, Template};
use super::framing::effects;
use super::inspect::Inspector;
use super::repeat::LOCAL;
use super::textbox::Label;
use super::wanted::{WantedAttribute, wanted};

impl Template {
    /// Reads an SVG file for one ink; `fonts` as in [`plain_svg`].
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn compile(
        file: FileId,
        source: &str,
        ink: Ink,
        fonts: Option<&FontBook>,
    ) -> Result<Template, Diagnostics> {
        let told = |found| template_faults(file, source, found);
        let plain = plain_svg(source, DrawingPurpose::Template, fonts).map_err(told)?;
        let original = parse_xml(&plain.text).map_err(|violation| told(vec![violation]))?;
        let edited = plain.clone().edit(ink_edits(&plain.text, &original, ink));
        // Edits keep the text well formed, so this only fails if the first reading did.
        let document = parse_xml(&edited.text).map_err(|violation| told(vec![violation]))?;
        let mut compiler = TemplateCompiler::new(file, source, &edited);
        compiler.refuse(violations(&document, "template"), &edited);
        if compiler.faults.has_errors() {
            return Err(compiler.faults);
        }
        let hidden: Vec<_> = document.descendants().filter(is_left_out).collect();
        let fields = compiler.fields_in(&hidden);
        let removed = hidden.iter().map(|n| (n.range(), String::new())).collect();
        let edited = edited.clone().edit(removed);
        let document = parse_xml(&edited.text).map_err(|violation| told(vec![violation]))?;
        let mut compiler = TemplateCompiler::new(file, source, &edited);
        compiler.template.hidden = fields;
        compiler.look_at_attributes(&plain, &original);
        let root = document.root_element();
        compiler.size(root);
        compiler.collect_definitions(root);
        for child in root.children().filter(SvgNode::is_element) {
            compiler.walk(child, &Wrap::default());
        }
        let mut template = compiler.finish()?;
        template.of_use = match ink {
            Ink::Full => template.fields.keys().chain(template.asked.keys()).cloned().collect(),
            _ => Template::compile(file, source, Ink::Full, fonts)?.of_use,
        };
        Ok(template)
    }
}

/// The groups around an element: their tags and conditions.
#[derive(Debug, Clone, Default)]
pub(super) struct Wrap {
    pub(super) open: String,
    pub(super) close: String,
    pub(super) conditions: Vec<PlacedCondition>,
    /// What the placeholders in the tags must give.
    pub(super) wanted: Vec<WantedAttribute>,
    /// Whether one of them clips or fades what is in it.
    pub(super) effects: bool,
}

pub(super) struct TemplateCompiler<'a> {
    pub(super) file: FileId,
    /// The file as it is written.
    source: &'a str,
    pub(super) edited: &'a Edited,
    pub(super) template: Template,
    /// In a repetition: whether what is repeated shows or asks for its number.
    pub(super) numbered: Option<bool>,
    /// In a repetition: whether it shows the word.
    pub(super) worded: bool,
    shapes: usize,
    /// Places of the definitions, by their ids.
    ids: BTreeMap<String, usize>,
    /// Bytes of the shapes so far, the groups around each counted with it.
    written: u64,
    pub(super) faults: Diagnostics,
}

impl<'a> TemplateCompiler<'a> {
    fn new(file: FileId, source: &'a str, edited: &'a Edited) -> Self {
        TemplateCompiler {
            file,
            source,
            edited,
            template: Template {
                file,
                width: 0.0,
                height: 0.0,
                items: Vec::new(),
                definitions: Vec::new(),
                fields: BTreeMap::new(),
                asked: BTreeMap::new(),
                flags: BTreeMap::new(),
                compared: Vec::new(),
                of_use: BTreeSet::new(),
                fonts: BTreeMap::new(),
                fixed_words: Vec::new(),
                flows: Vec::new(),
                boxes: 0,
                hidden: BTreeMap::new(),
            },
            numbered: None,
            worded: false,
            shapes: 0,
            ids: BTreeMap::new(),
            written: 0,
            faults: Diagnostics::new(),
        }
    }

    /// Reports what a template may not hold; places are those of what `edited` made.
    pub(super) fn refuse(&mut self, found: Vec<Violation>, edited: &Edited) {
        let found = found.into_iter().map(|violation| violation.in_original(edited));
        self.faults.append(template_faults(self.file, self.source, found.collect()));
    }

    /// The fields that some elements show, and the elements.
    fn fields_in(&self, elements: &[SvgNode<'_>]) -> BTreeMap<String, Span> {
        let mut fields = BTreeMap::new();
        for node in elements {
            let pattern = TextPattern::parse(&self.edited.text[node.range()]);
            let pattern = pattern.unwrap_or_default();
            let of_box = |n: SvgNode<'_>| n.attribute("data-fit").map(str::to_owned);
            let shown = pattern.fields().map(str::to_owned);
            for field in shown.chain(node.descendants().filter_map(of_box)) {
                fields.entry(field).or_insert_with(|| self.span(*node));
            }
        }
        fields
    }

    /// The place of the element's tag in the original file.
    fn span(&self, node: SvgNode<'_>) -> Span {
        let start = self.edited.original(node.range().start);
        Span::new(self.file, start_tag(self.source, start))
    }

    /// The place of the whole element in the original file, what is in it included.
    pub(super) fn whole(&self, node: SvgNode<'_>) -> Span {
        self.whole_of(node.range())
    }

    pub(super) fn whole_of(&self, range: Range<usize>) -> Span {
        Span::new(self.file, self.edited.original_range(&range))
    }

    /// Notes a field that is shown, and where.
    pub(super) fn note_field(&mut self, field: &str, span: Span) {
        if let Some(by) = self.looked_up_by(field, span) {
            self.note_field(by, span);
        }
        if let Some(numbered) = self.numbered.as_mut().filter(|_| LOCAL.contains(&field)) {
            *numbered = true;
            self.worded |= field == super::repeat::WORD;
            return;
        }
        self.template.fields.entry(field.to_owned()).or_insert(span);
    }

    /// The field that names the row of `side[first].colour`; `None` for other fields. Brackets that look nothing up are reported.
    fn looked_up_by<'n>(&mut self, field: &'n str, span: Span) -> Option<&'n str> {
        let look = LookUp::read(field);
        if look.is_none() && field.contains(['[', ']']) {
            let help = "write the look-up table, the field that names its row, and a key: `{{side[first].colour}}`; four in one another are the most";
            let fault = error!(Placeholder, span, "`{field}` looks nothing up", help);
            self.faults.push(fault.part(field));
        }
        look.map(|look| look.by)
    }

    /// `part` is what is meant in the element, as it is written.
    pub(super) fn fault(
        &mut self,
        node: SvgNode<'_>,
        part: &str,
        message: impl Into<String>,
        help: &str,
    ) {
        self.fault_of(Code::NotATemplate, node, part, message, help);
    }

    pub(super) fn fault_of(
        &mut self,
        code: Code,
        node: SvgNode<'_>,
        part: &str,
        message: impl Into<String>,
        help: &str,
    ) {
        // Without a part, the tag is marked.
        let span = match part {
            "" => self.span(node),
            _ => self.whole(node),
        };
        self.faults.push(Diagnostic::error(code, message).at(span).part(part).help(help));
    }

    fn size(&mut self, root: SvgNode<'_>) {
        match super::super::document::properties::view_box(root) {
            Some([x, y, width, height])
                if x == 0.0
                    && y == 0.0
                    && (1.0..=1000.0).contains(&width)
                    && (1.0..=1000.0).contains(&height) =>
            {
                self.template.width = width;
                self.template.height = height;
            }
            _ => self.fault(
                root,
                &root.attribute("viewBox").map_or_else(String::new, |v| format!("viewBox=\"{v}\"")),
                "the template's viewBox is not its trim in millimetres",
                "write viewBox=\"0 0 63.5 88.9\": one unit is a millimetre, (0, 0) the corner of the trim",
            ),
        }
    }

    pub(super) fn pattern(&mut self, node: SvgNode<'_>, text: &str) -> TextPattern {
        match TextPattern::parse(text) {
            Ok(pattern) => {
                let span = self.whole(node);
                for field in pattern.fields() {
                    self.note_field(field, span);
                }
                pattern
            }
            Err(fault) => {
                let part = &text[fault.range.unwrap_or_default()];
                self.fault_of(Code::Placeholder, node, part, fault.message, &fault.help);
                TextPattern::default()
            }
        }
    }

    fn collect_definitions(&mut self, root: SvgNode<'_>) {
        let defs = root.descendants().filter(|n| n.has_tag_name("defs"));
        for node in defs.flat_map(|d| d.children().filter(SvgNode::is_element)) {
            let text = self.edited.text[node.range()].to_owned();
            self.note_words(node);
            // Definitions need an id to be referred to; without one they are dead.
            if let Some(id) = node.attribute("id") {
                let pattern = self.pattern(node, &text);
                let at = self.template.definitions.len();
                self.ids.entry(id.to_owned()).or_insert(at);
                let elements = node.descendants().filter(SvgNode::is_element);
                let wanted = elements.flat_map(|node| self.wanted(node)).collect();
                self.template.definitions.push(Definition { pattern, wanted });
            }
        }
    }

    /// What the placeholders of an element's own attributes must give.
    fn wanted(&self, node: SvgNode<'_>) -> Vec<WantedAttribute> {
        wanted(node, |name| self.value_span(node, name))
    }

    fn guard(&mut self, node: SvgNode<'_>, wrap: &mut Wrap) {
        const NAME: &str = "data-if";
        let Some(text) = node.attribute(NAME) else {
            return;
        };
        let condition = match read_condition(text) {
            Ok(condition) => condition,
            Err(fault) => return self.unreadable(node, NAME, fault),
        };
        for name in condition.names() {
            let field = name.name.as_str();
            let place = self.place_in_value(node, NAME, name.at..name.at + field.len());
            if let Some(by) = self.looked_up_by(field, place) {
                self.note_field(by, place);
            }
            if let Some(numbered) = self.numbered.as_mut().filter(|_| LOCAL.contains(&field)) {
                *numbered = true;
                self.worded |= field == super::repeat::WORD;
                continue;
            }
            self.template.asked.entry(field.to_owned()).or_insert(place);
        }
        for name in condition.flags() {
            let span = self.place_in_value(node, NAME, name.at..name.at + name.name.len());
            self.template.flags.entry(name.name.clone()).or_insert(span);
        }
        for word in condition.words() {
            let local = self.numbered.is_some() && LOCAL.contains(&word.field.name.as_str());
            if !local {
                let span = self.place_in_value(node, NAME, word.at..word.end);
                self.template.compared.push((word.clone(), span));
            }
        }
        let span = self.value_span(node, NAME);
        wrap.conditions.push(PlacedCondition { condition, span });
    }

    pub(super) fn walk(&mut self, node: SvgNode<'_>, wrap: &Wrap) {
        let mut wrap = wrap.clone();
        if self.numbered.is_none() && node.has_attribute("data-repeat") {
            return self.repeat(node, &wrap);
        }
        self.guard(node, &mut wrap);
        if node.has_tag_name("defs") {
            return;
        }
        if let Some(kind) = self.special(node, &wrap) {
            self.template.items.push(Item { conditions: wrap.conditions, kind });
            return;
        }
        if is_group(node) && node.descendants().skip(1).any(needs_own_layer) {
            self.refuse_effects(node);
            wrap.effects |= effects(node).next().is_some();
            let open = &self.edited.text
                [start_tag(&self.edited.text[..node.range().end], node.range().start)];
            wrap.wanted.extend(self.wanted(node));
            wrap.open.push_str(open);
            wrap.close = format!("</{}>{}", &open[tag_name(open, 0)], wrap.close);
            for child in node.children().filter(SvgNode::is_element) {
                self.walk(child, &wrap);
            }
            return;
        }
        self.note_words(node);
        let body = &self.edited.text[node.range()];
        self.written += (wrap.open.len() + body.len() + wrap.close.len()) as u64;
        if self.written > MOST_WRITTEN {
            let message =
                format!("the template's shapes take more than {} MiB", MOST_WRITTEN >> 20);
            let help =
                "shorten the tags of the groups around them: they are written for each shape";
            self.fault_of(Code::TooMany, node, "", message, help);
            return;
        }
        let text = format!("{}{body}{}", wrap.open, wrap.close);
        let pattern = self.pattern(node, &text);
        let definitions = self.references(node, &text);
        let mut fields: BTreeSet<String> = pattern.fields().map(str::to_owned).collect();
        let mut wanted = wrap.wanted;
        let elements = node.descendants().filter(SvgNode::is_element);
        wanted.extend(elements.flat_map(|node| self.wanted(node)));
        let index = self.shapes;
        self.shapes += 1;
        for at in &definitions {
            let more = self.template.definitions[*at].pattern.fields();
            fields.extend(more.map(str::to_owned));
        }
        self.template.items.push(Item {
            conditions: wrap.conditions,
            kind: ItemKind::Shape(Shape {
                pattern,
                fields: fields.into_iter().collect(),
                definitions,
                wanted,
                index,
            }),
        });
    }

    /// Reads the attributes of an element.
    pub(super) fn inspector<'n>(&mut self, node: SvgNode<'n>) -> Inspector<'n, '_> {
        Inspector::new(node, self.whole(node), &mut self.faults)
    }

    /// A box, a picture or a text with placeholders, if `node` is one.
    fn special(&mut self, node: SvgNode<'_>, wrap: &Wrap) -> Option<ItemKind> {
        let span = self.span(node);
        let whole = self.whole(node);
        let kind = if node.has_attribute("data-fit") {
            let index = self.template.boxes;
            self.template.boxes += 1;
            self.inspector(node).text_box("data-fit", index).map(ItemKind::Box)
        } else if node.has_attribute("data-flow") {
            if let Some(flow) = self.inspector(node).text_box("data-flow", 0) {
                if flow.room.patterns().next().is_some() {
                    let help = "write the numbers of its `x`, `y`, `width` and `height`";
                    self.fault(
                        node,
                        "",
                        "a box of a text that flows is the same on all pages",
                        help,
                    );
                }
                let style = &flow.style;
                let body = (style.family.clone(), style.weight, style.italic);
                let heading = (flow.heading.0.clone(), flow.heading.1, style.italic);
                for key in [body, heading] {
                    self.template.fonts.entry(key).or_insert(span);
                }
                self.template.flows.push(flow);
            }
            return Some(ItemKind::Shape(Shape::default()));
        } else if node.has_attribute("data-symbol") {
            let symbol = self.inspector(node).picture("data-symbol", Asset::Symbol);
            symbol.map(|symbol| ItemKind::Picture(self.framed(symbol, node, wrap)))
        } else if node.has_attribute("data-art") {
            let art = self.inspector(node).picture("data-art", Asset::Art);
            art.map(|art| ItemKind::Picture(self.framed(art, node, wrap)))
        } else if node.has_tag_name("text") && is_filled_text(node) {
            let label = self.inspector(node).label();
            label.map(|label| ItemKind::Label(Label { span, ..label }))
        } else {
            return None;
        };
        // A fault was reported; an empty shape stands in, so that the search for faults goes on.
        let kind = kind.unwrap_or_else(|| ItemKind::Shape(Shape::default()));
        self.note(&kind, whole);
        Some(kind)
    }

    /// Notes the fields and fonts of a box.
    fn note(&mut self, kind: &ItemKind, span: Span) {
        if matches!(kind, ItemKind::Shape(_)) {
            return;
        }
        for field in kind.fields() {
            self.note_field(field, span);
        }
        let style = match kind {
            ItemKind::Box(text) => Some(&text.style),
            ItemKind::Label(label) => Some(&label.style),
            _ => None,
        };
        if let Some(style) = style {
            let key = (style.family.clone(), style.weight, style.italic);
            self.template.fonts.entry(key).or_insert(span);
        }
    }

    /// Places of the definitions that `text` refers to, and those that they refer to.
    pub(super) fn references(&mut self, node: SvgNode<'_>, text: &str) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut open = vec![text.to_owned()];
        while let Some(text) = open.pop() {
            for id in referenced(&text) {
                let Some(&at) = self.ids.get(&id) else {
                    if !text.contains(&format!("id=\"{id}\"")) {
                        let message = format!("nothing in <defs> has the id `{id}`");
                        self.fault(
                            node,
                            &format!("#{id}"),
                            message,
                            "move what is referred to into <defs>",
                        );
                    }
                    continue;
                };
                if found.insert(at) {
                    let pieces = self.template.definitions[at].pattern.pieces.iter();
                    open.push(
                        pieces
                            .map(|piece| match piece {
                                TextPiece::Literal(text) => text.as_str(),
                                _ => "",
                            })
                            .collect(),
                    );
                }
            }
        }
        found
    }

    /// Notes the fixed words in an element.
    fn note_words(&mut self, node: SvgNode<'_>) {
        for n in node.descendants().filter(|n| n.has_tag_name("text")) {
            self.fixed_text(n);
        }
    }

    fn fixed_text(&mut self, node: SvgNode<'_>) {
        let texts = node.descendants().filter(SvgNode::is_text);
        for text in texts {
            let words = text.text().unwrap_or("").trim();
            let Some(parent) = text.parent().filter(|_| !words.is_empty()) else {
                continue;
            };
            let span = self.whole(node);
            if let Some(font) = Inspector::new(parent, span, &mut self.faults).fixed_text() {
                self.template.fonts.entry(font.clone()).or_insert(span);
                let words = words.to_owned();
                self.template.fixed_words.push((words, font, span));
            }
        }
    }

    fn finish(mut self) -> Result<Template, Diagnostics> {
        self.template.items.retain(|item| match &item.kind {
            ItemKind::Shape(shape) => !shape.pattern.pieces.is_empty(),
            _ => true,
        });
        if self.faults.has_errors() { Err(self.faults) } else { Ok(self.template) }
    }
}

/// What a template may not hold, at its places; the ranges are those of `source`.
fn template_faults(file: FileId, source: &str, found: Vec<Violation>) -> Diagnostics {
    let mut faults = Diagnostics::new();
    for violation in found {
        let range = violation.marked(source);
        let code = violation.code.unwrap_or(Code::NotATemplate);
        faults.push(
            Diagnostic::error(code, violation.message)
                .at(Span::new(file, range))
                .part(violation.part)
                .help(violation.help),
        );
    }
    faults
}
