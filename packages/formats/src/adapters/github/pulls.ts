import { type EventReader, eventName, eventWords, notShown } from '../forges/events.js'
import { excerpt, lines, person, sentence } from '../forges/sentence.js'
import { code, joined, plain } from '../markdown.js'
import type { Native } from '../native.js'
import {
  githubAssignee,
  githubItem,
  githubOldTitle,
  githubRepository,
  githubSender,
  githubThread,
} from './common.js'

const acts = {
  opened: 'opened the pull request',
  reopened: 'reopened the pull request',
  closed: 'closed the pull request',
  ready_for_review: 'marked',
  converted_to_draft: 'converted',
  review_requested: 'requested a review of',
  assigned: 'assigned the pull request',
  edited: 'renamed the pull request',
}

/** Reads `pull_request`. */
export const githubPull: EventReader = body => {
  const pull = body.at('pull_request')
  const action = body.at('action').text
  const event = eventName('pull_request', action)
  const did = eventWords(acts, action)
  if (!did || (action === 'edited' && githubOldTitle(body) === '')) return notShown(event)
  const isMerged = action === 'closed' && (pull.at('merged').isTrue || pull.at('merged_at').text !== '')
  const isDraft = action === 'opened' && pull.at('draft').isTrue
  const merged = isMerged && 'merged the pull request'
  const first = sentence({
    who: githubSender(body),
    did: merged || (isDraft && 'opened the draft pull request') || did,
    item: githubItem(pull),
    after: merged ? `into ${code(pull.at('base', 'ref').text)}` : afterwards(body, action),
    where: githubRepository(body),
  })
  const rest = action === 'opened' ? [changes(pull), excerpt(pull.at('body'))] : []
  return { event, text: lines(first, ...rest), ...githubThread(body, 'pull', pull) }
}

/** Returns what follows the pull request in the sentence. */
function afterwards(body: Native, action: string): string {
  const reviewer = body.at('requested_reviewer', 'login').text || body.at('requested_team', 'name').text
  const ends: Record<string, string> = {
    ready_for_review: 'as ready for review',
    converted_to_draft: 'to a draft',
    review_requested: `from ${person(reviewer)}`,
    assigned: `to ${person(githubAssignee(body, body.at('pull_request')))}`,
    edited: `(was: ${plain(githubOldTitle(body))})`,
  }
  return eventWords(ends, action) ?? ''
}

/** Returns the branches and the size: `feature` → `main` · +120 −8 in 6 files. */
function changes(pull: Native): string {
  const [from, to] = [pull.at('head', 'ref').text, pull.at('base', 'ref').text]
  const [added, removed] = [pull.at('additions').number, pull.at('deletions').number]
  const files = pull.at('changed_files').number
  const size =
    added !== undefined && removed !== undefined && files !== undefined
      ? `+${added} −${removed} in ${files} ${files === 1 ? 'file' : 'files'}`
      : ''
  return joined([from && to && `${code(from)} → ${code(to)}`, size], ' · ')
}
