/** Says by the id of a person as whom a request is meant, where people sign in; any other who is signed in is refused. */
export const PERSON_HEADER = 'x-metis-person'
