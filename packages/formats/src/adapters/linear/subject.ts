import { bold, joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'

/** Returns the name of the person, integration or app that acted. */
export function linearActor(body: Native): string {
  const name = body.at('actor', 'name').text || body.at('data', 'user', 'name').text
  return plain(name, 60) || 'Somebody'
}

/** Returns `[ENG-12: Checkout fails](…)`. */
export function linearIssueTitle(issue: Native, address: string): string {
  return link(linearIssueName(issue), address)
}

/** Returns `ENG-12: Checkout fails`. */
export function linearIssueName(issue: Native): string {
  const number = joined([issue.at('team', 'key').text, issue.at('number').text], '-')
  return joined([issue.at('identifier').text || number, issue.at('title').text], ': ') || 'an issue'
}

/** Returns who is now assigned. */
export function linearAssignment(assignee: Native): string {
  const name = plain(assignee.at('name').text, 60)
  return name === '' ? 'unassigned' : `assigned to ${bold(name)}`
}
