type Page<Item> = { items: Item[]; next: string }

/** What the API returns at once of any list. */
const mostPerPage = 100

/** Reads pages until `limit` items are found, or until the last page. */
export async function pages<Item>(
  limit: number,
  read: (cursor: string, count: number) => Promise<Page<Item>>,
): Promise<Item[]> {
  const found: Item[] = []
  let cursor = ''
  do {
    const { items, next } = await read(cursor, Math.min(mostPerPage, limit - found.length))
    found.push(...items)
    cursor = next
  } while (cursor !== '' && found.length < limit)
  return found
}
