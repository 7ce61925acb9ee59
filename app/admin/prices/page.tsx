import { PricePage } from '../../_admin/prices/price-page.tsx'
import { Reprices } from '../../_admin/reprice/reprices.tsx'

export default function PricesPage() {
  return (
    <>
      <PricePage />
      <Reprices />
    </>
  )
}
