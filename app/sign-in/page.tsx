import { waysIn } from '../_people/read-ways-in.ts'
import { SignInForm } from '../_people/sign-in-form.tsx'
import { readerLanguage } from '../_texts/reader-language.ts'
import { LateTextsIn } from '../_texts/texts-in.tsx'

export default async function SignInPage() {
  return (
    <LateTextsIn language={await readerLanguage()}>
      <SignInForm ways={await waysIn()} />
    </LateTextsIn>
  )
}
