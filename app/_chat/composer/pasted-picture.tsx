import { Notice } from '../notice.tsx'

/** Offers a copy of the picture at an address that was pasted. */
export function PastedPicture({ address, onAttach }: { address: string; onAttach: (address: string) => void }) {
  return (
    <Notice>
      <button type="button" className="font-medium text-accent hover:underline" onClick={() => onAttach(address)}>
        Attach the picture
      </button>{' '}
      from {new URL(address).host}: this server fetches it and keeps a copy
    </Notice>
  )
}
