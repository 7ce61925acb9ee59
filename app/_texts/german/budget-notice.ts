import type { LateTexts } from '../texts.ts'

export const budget_notice: LateTexts['budget_notice'] = {
  whose: {
    installation: 'Das Budget',
    person: 'Dein Budget',
    team: 'Das Budget deines Teams',
    member: 'Dein Budget im Team',
  },
  times: { day: 'für heute', month: 'für diesen Monat' },
  nearly: (whose, time, left, limit) => `${whose} ${time} ist fast aufgebraucht: Von ${limit} sind ${left} übrig.`,
  spent: (whose, time, limit) => `${whose} ${time} von ${limit} ist aufgebraucht.`,
  anew: (moment) => `Es beginnt neu am ${moment}.`,
  blocks: 'Bis dahin werden nur Modelle gefragt, die nichts kosten.',
  routes: (model) => `Bis dahin wird nur ${model} gefragt.`,
  ask_it: (model) => `Mit ${model} weitermachen`,
}
