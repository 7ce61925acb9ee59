import { useTexts } from '../../_texts/texts.ts'
import { Notice } from '../notice.tsx'

/** Offers a copy of the picture at an address that was pasted. */
export function PastedPicture({ address, onAttach }: { address: string; onAttach: (address: string) => void }) {
  const words = useTexts().composer
  return (
    <Notice>
      <button type="button" className="font-medium text-accent hover:underline" onClick={() => onAttach(address)}>
        {words.attach_picture}
      </button>{' '}
      {words.picture_from(new URL(address).host)}
    </Notice>
  )
}
