import type { Adapted } from '../adapter.js'
import { bold, joined, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'

/** Reads the start or the end of a sprint. */
export function readJiraSprint(body: Native, event: string): Adapted {
  const sprint = body.at('sprint')
  const name = bold(plain(sprint.at('name').text)) || 'A sprint'
  const did = event === 'sprint_started' ? 'started' : 'ended'
  const end = event === 'sprint_started' ? dayOf(sprint.at('endDate')) : ''
  const line = joined([name, did, end !== '' && `and ends on ${end}`])
  return { event, text: joined([line, quote(sprint.at('goal').text)], '\n') }
}

/** Reads the release of a version. */
export function readJiraVersion(body: Native, event: string): Adapted {
  const version = body.at('version')
  const line = joined(['✅ Version', bold(plain(version.at('name').text)), 'was released'])
  return { event, text: joined([line, quote(version.at('description').text)], '\n') }
}

function dayOf({ text }: Native): string {
  return /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? ''
}
