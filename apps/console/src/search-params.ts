/** A text of the address; absent when it is none or empty. */
export const textIn = (search: Record<string, unknown>, name: string) =>
  search[name] === undefined || search[name] === '' ? {} : { [name]: String(search[name]) }

/** `?only=`, one of a few words; absent when it is none of them. */
export const onlyIn = <Word extends string>(search: Record<string, unknown>, words: readonly Word[]) => {
  const only = words.find(word => word === search.only)
  return only ? { only } : {}
}
