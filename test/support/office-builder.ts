import { strToU8, zipSync } from 'fflate'

/** An office file of these parts, each by its name. */
export function archive(parts: Record<string, string | Uint8Array>): Buffer {
  const bytes = Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part])
  return Buffer.from(zipSync(Object.fromEntries(bytes)))
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

export function docx(body: string): Buffer {
  return archive({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`,
  })
}

export function paragraph(text: string): string {
  return `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}

/** By the name of the sheet, the XML of its rows. */
export function xlsx(sheets: Record<string, string>, shared: readonly string[] = []): Buffer {
  const names = Object.keys(sheets)
  const parts = names.map((name, index) => [`xl/worksheets/sheet${index + 1}.xml`, worksheet(sheets[name] ?? '')])
  const listed = names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
  const related = names.map(
    (_name, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  return archive({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${related.join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst>${shared.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(parts),
  })
}

function worksheet(rows: string): string {
  return `<worksheet><sheetData>${rows}</sheetData></worksheet>`
}

export function pptx(slides: readonly string[]): Buffer {
  const parts = slides.map((text, index) => [
    `ppt/slides/slide${index + 1}.xml`,
    `<p:sld xmlns:a="a" xmlns:p="p"><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`,
  ])
  return archive({ 'ppt/presentation.xml': '<p:presentation/>', ...Object.fromEntries(parts) })
}
