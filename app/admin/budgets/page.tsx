import { BudgetPage } from '../../_admin/budgets/budget-page.tsx'

export default function BudgetsPage() {
  return <BudgetPage />
}
