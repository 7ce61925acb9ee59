/** The title of a page of settings, with what is to be known before anything is changed. */
export function PageTitle({ title, about }: { title: string; about: string }) {
  return (
    <header className="mb-6">
      <h1 className="font-semibold font-serif text-h1">{title}</h1>
      <p className="mt-1 max-w-[42em] text-ink-soft">{about}</p>
    </header>
  )
}
