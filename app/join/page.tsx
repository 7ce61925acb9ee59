import { JoinForm } from '../_people/join-form.tsx'
import { readerLanguage } from '../_texts/reader-language.ts'
import { LateTextsIn } from '../_texts/texts-in.tsx'

export default async function JoinPage() {
  return (
    <LateTextsIn language={await readerLanguage()}>
      <JoinForm />
    </LateTextsIn>
  )
}
