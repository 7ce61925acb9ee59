/** What is wrong with the field above it, said as soon as it is known. */
export function Fault({ words, id }: { words: string | null; id?: string }) {
  return (
    <span id={id} role="alert" className="block pt-1 text-caption text-danger empty:hidden">
      {words}
    </span>
  )
}
