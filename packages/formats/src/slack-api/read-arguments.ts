import {
  checkNesting,
  cleanText,
  fieldsOfForm,
  firstOfEach,
  isForm,
  isMultipart,
  isRecord,
  maxFormFields,
  readMultipart,
  textOf,
} from '@posthorn/core'

/** The arguments of a call of Slack's API, or why they cannot be read. */
export type SlackArguments =
  | { outcome: 'read'; args: Record<string, unknown> }
  | { outcome: 'invalid_json' | 'invalid_form_data' | 'invalid_arguments'; detail: string }

/** Fields of a form that have JSON in them. */
const jsonFields = new Set(['attachments', 'blocks', 'metadata', 'unfurls', 'view', 'profile', 'files'])

/** Reads the arguments but the token, from the body, a form or JSON, and otherwise from the URL's query. Never throws. */
export function readSlackArguments(
  body: Uint8Array,
  contentType: string | undefined,
  query: string,
): SlackArguments {
  const inQuery = readForm(query)
  if (inQuery.outcome !== 'read' || body.length === 0) return inQuery
  const inBody = readBody(body, contentType)
  if (inBody.outcome !== 'read') return inBody
  const { token: _token, ...args } = inBody.args
  return { outcome: 'read', args: { ...inQuery.args, ...args } }
}

function readBody(body: Uint8Array, contentType: string | undefined): SlackArguments {
  if (isForm(contentType)) return readForm(textOf(body, contentType))
  if (!isMultipart(contentType)) return readJson(textOf(body, contentType))
  const parts = readMultipart(body, contentType ?? '')
  return parts
    ? fieldsOf(firstOfEach(parts.fields))
    : { outcome: 'invalid_form_data', detail: 'The multipart body has no end, or more than 100 parts.' }
}

function readForm(text: string): SlackArguments {
  const fields = fieldsOfForm(text)
  return fields ? fieldsOf(fields) : tooMany
}

const tooMany = {
  outcome: 'invalid_arguments',
  detail: `A call has at most ${maxFormFields} arguments.`,
} as const

function readJson(json: string): SlackArguments {
  const value = parse(json)
  if ('fault' in value) return { outcome: 'invalid_json', detail: `The body is not JSON: ${value.fault}.` }
  if (!isRecord(value.json)) return { outcome: 'invalid_json', detail: 'The body must be a JSON object.' }
  return Object.keys(value.json).length > maxFormFields ? tooMany : { outcome: 'read', args: value.json }
}

function parse(json: string): { json: unknown } | { fault: string } {
  const tooNested = checkNesting(json)
  if (tooNested !== undefined) return { fault: tooNested }
  try {
    return { json: JSON.parse(json) }
  } catch (error) {
    return { fault: error instanceof Error ? cleanText(error.message.slice(0, 200)) : 'it cannot be read' }
  }
}

/** Slack's clients write lists and objects in a form as JSON. */
function fieldsOf(fields: Iterable<[string, string]>): SlackArguments {
  const args: [string, unknown][] = []
  for (const [name, text] of fields) {
    const value = jsonFields.has(name) && text !== '' ? parse(text) : { json: text }
    if ('fault' in value)
      return { outcome: 'invalid_arguments', detail: `The field ${name} is not JSON: ${value.fault}.` }
    args.push([name, value.json])
  }
  return { outcome: 'read', args: Object.fromEntries(args) }
}
