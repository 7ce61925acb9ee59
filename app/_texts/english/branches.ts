/** What can be done with a message and with what follows it. */
export const branches = {
  more: { question: 'More about this question', answer: 'More about this answer' },
  delete: { question: 'Delete question', answer: 'Delete answer' },
  delete_from_here: 'Delete from here on',
}
