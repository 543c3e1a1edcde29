/** What is wrong with one value, in words that name no library's types: `it must be a text, not a number`. */
export function issueWords(message = ''): string {
  const [, wanted, given] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? []
  if (wanted === undefined || given === undefined) return message
  return given === 'undefined' ? 'it is missing' : `it must be ${inWords(wanted)}, not ${inWords(given)}`
}

const kinds: Record<string, string> = {
  string: 'a text',
  boolean: 'true or false',
  int: 'a whole number',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
  NaN: 'a text',
}

const inWords = (kind: string) => kinds[kind] ?? `a ${kind}`
