import { format, plural } from './format.ts'

/** The frame of the pages for whoever pays. */
export const administration = {
  skip: 'Skip to the page',
  title: 'Administration',
  back: 'Back to chats',
  usage: 'Usage',
  prices: 'Prices',
  budgets: 'Budgets',
  models: 'Models',
  routing: 'Routing',
  people: 'People',
  settings: 'Settings',
  unpriced: (models: number) => `${format.count(models)} unpriced`,
  unpriced_about: (models: number) =>
    plural(
      models,
      'A model that was called in the last 30 days has no price',
      `${format.count(models)} models that were called in the last 30 days have no price`,
    ),
}
