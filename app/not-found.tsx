import Link from 'next/link'
import { Logo } from './_ui/logo.tsx'

export default function NotFound() {
  return (
    <main className="column flex h-dvh flex-col justify-center gap-3">
      <title>Not found · Metis</title>
      <Logo size={36} />
      <h1 className="font-semibold font-serif text-h1">There is no page here</h1>
      <p className="text-muted">The address may not be complete.</p>
      <p>
        <Link href="/" className="text-accent underline underline-offset-3">
          Go to your chats
        </Link>
      </p>
    </main>
  )
}
