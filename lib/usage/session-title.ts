type Titles = ReadonlyMap<string, string | null>

/** Of those that the reader has; `find` knows which. */
export async function titlesOf(
  sessionIds: readonly (string | null)[],
  find: (ids: readonly string[]) => Promise<readonly { id: string; title: string | null }[]>,
): Promise<Titles> {
  const found = await find([...new Set(sessionIds.filter((id) => id !== null))])
  return new Map(found.map(({ id, title }) => [id, title]))
}

/** Only whoever has the chat learns its name, and where it is. */
export function titled(sessionId: string | null, titles: Titles) {
  const isThere = sessionId !== null && titles.has(sessionId)
  return { session_id: isThere ? sessionId : null, title: isThere ? (titles.get(sessionId) ?? null) : null }
}
