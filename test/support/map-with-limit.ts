/** Calls `act` for each item in order, for at most `atOnce` at a time, and resolves to the results. */
export async function mapWithLimit<Item, Result>(
  atOnce: number,
  items: Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const line = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await act(items[at] as Item)
  }
  await Promise.all(Array.from({ length: atOnce }, line))
  return results
}
