import { PricePage } from '../../_admin/prices/price-page.tsx'

export default function PricesPage() {
  return <PricePage />
}
