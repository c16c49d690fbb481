//! Writes the structure of a document (ISO 32000-1, 14.7): a section for each card, and the headings, lists and tables of rules, in
//! reading order. Tags of the pages come in, objects go out. Called by `join`.

use lopdf::{Document, Object, ObjectId, dictionary};

use super::content::{WordsTag, reading_order};
use crate::export::Job;
use crate::template::TextRole;

/// Adds the structure, unless nothing is tagged; `tags` are those of each page, by their numbers.
pub fn add_structure(
    document: &mut Document,
    job: &Job,
    page_ids: &[ObjectId],
    tags: Vec<Vec<WordsTag>>,
) -> lopdf::Result<()> {
    if tags.iter().all(Vec::is_empty) {
        return Ok(());
    }
    let root = document.add_object(dictionary! { "Type" => "StructTreeRoot", "K" => vec![] });
    // The elements that may go on, the outermost first.
    let mut open: Vec<((TextRole, usize), ObjectId)> = Vec::new();
    let mut parents = Vec::new();
    let (mut earlier, mut last) = (0, None);
    for (page, (tags, page_id)) in tags.into_iter().zip(page_ids).enumerate() {
        let placements = &job.document.pages[page].placements;
        let mut owners = vec![Object::Null; tags.len()];
        for number in reading_order(&tags) {
            let tag = &tags[number];
            let name = job.name_of(&placements[tag.placement]).unwrap_or_default();
            let section = (!name.is_empty()).then_some((TextRole::Sect, earlier + tag.placement));
            let mut path: Vec<_> = [(TextRole::Document, 0)].into_iter().chain(section).collect();
            path.extend_from_slice(&tag.path);
            let goes_on = path.iter().zip(&open);
            let goes_on = goes_on.take_while(|(own, (other, _))| *own == other);
            // Lists go on from page to page, paragraphs do not.
            let same_face = last.replace((page, tag.placement)) == Some((page, tag.placement));
            let kept = goes_on.count().min(path.len() - usize::from(!same_face));
            open.truncate(kept);
            for (role, n) in path.into_iter().skip(kept) {
                let parent = open.last().map_or(root, |(_, element)| *element);
                let element = add_element(document, parent, role)?;
                open.push(((role, n), element));
            }
            if let Some((_, leaf)) = open.last() {
                kids(document, *leaf)?.push((number as i64).into());
                document.get_dictionary_mut(*leaf)?.set("Pg", *page_id);
                owners[number] = (*leaf).into();
            }
        }
        earlier += placements.len();
        if !owners.is_empty() {
            let page_dictionary = document.get_dictionary_mut(*page_id)?;
            page_dictionary.set("StructParents", page as i64);
            parents.extend([(page as i64).into(), owners.into()]);
        }
    }
    let parents = document.add_object(dictionary! { "Nums" => parents });
    let root_dictionary = document.get_dictionary_mut(root)?;
    root_dictionary.set("ParentTree", parents);
    let catalog = document.catalog_mut()?;
    catalog.set("StructTreeRoot", root);
    catalog.set("MarkInfo", dictionary! { "Marked" => true });
    Ok(())
}

fn add_element(
    document: &mut Document,
    parent: ObjectId,
    role: TextRole,
) -> lopdf::Result<ObjectId> {
    let element = dictionary! { "S" => format!("{role:?}"), "P" => parent, "K" => vec![] };
    let id = document.add_object(element);
    kids(document, parent)?.push(id.into());
    Ok(id)
}

fn kids(document: &mut Document, element: ObjectId) -> lopdf::Result<&mut Vec<Object>> {
    let element = document.get_dictionary_mut(element)?;
    element.get_mut(b"K")?.as_array_mut()
}
