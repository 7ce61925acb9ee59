import { readerTexts } from './_texts/reader-language.ts'
import { Logo } from './_ui/logo.tsx'

/** Every page carries it along, so nothing of it is code for the browser. */
export default async function NotFound() {
  const words = (await readerTexts()).late.settings
  return (
    <main className="column flex h-dvh flex-col justify-center gap-3">
      <title>{`${words.not_found} · Metis`}</title>
      <Logo size={36} />
      <h1 className="font-semibold font-serif text-h1">{words.no_page}</h1>
      <p className="text-muted">{words.no_page_about}</p>
      <p>
        <a
          href="/"
          className="inline-flex items-center text-accent underline underline-offset-3 pointer-coarse:min-h-11"
        >
          {words.to_chats}
        </a>
      </p>
    </main>
  )
}
