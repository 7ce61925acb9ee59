import { useTexts } from '../_texts/texts.ts'
/** A source by its title. Only an address of the web becomes a link: what a search found is nobody's word but the web's. */
export function SourceLink({ url, title }: { url: string | null | undefined; title: string | null | undefined }) {
  const { source_without_name } = useTexts().transcript
  const words = title || url || source_without_name
  if (!url || !/^https?:\/\//i.test(url)) return <span className="min-w-0 truncate">{words}</span>
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={url}
      className="min-w-0 truncate underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {words}
    </a>
  )
}
