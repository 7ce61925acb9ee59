import { plainSlices } from './plain-slices.ts'

/** A text as it stands, until there is what shows what it means. */
export function PlainStandIn({ text }: { text: string }) {
  return (
    <div className="markdown plain" dir="auto">
      {plainSlices(text).map((slice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: slices are only ever appended
        <div key={index} className="plain-slice">
          {slice}
        </div>
      ))}
    </div>
  )
}
