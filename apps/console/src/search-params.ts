/** Reads a string from the URL; absent if it is empty or not a string. */
export const textIn = (search: Record<string, unknown>, name: string) =>
  search[name] === undefined || search[name] === '' ? {} : { [name]: String(search[name]) }

/** Reads `?only=`; absent unless it is one of the given words. */
export const onlyIn = <Word extends string>(search: Record<string, unknown>, words: readonly Word[]) => {
  const only = words.find(word => word === search.only)
  return only ? { only } : {}
}
