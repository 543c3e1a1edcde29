import { type EventReader, eventName, eventWords, notShown, threadKeyOf } from '../forges/events.js'
import { excerpt, lines, person, sentence } from '../forges/sentence.js'
import { code, joined, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { gitlabAdded, gitlabItem, gitlabOldTitle, gitlabProject, gitlabUser } from './common.js'

const acts = {
  open: 'opened the merge request',
  reopen: 'reopened the merge request',
  close: 'closed the merge request',
  merge: 'merged',
  approved: 'approved',
  approval: 'approved',
  unapproved: 'withdrew the approval of',
  unapproval: 'withdrew the approval of',
}

/** Reads `merge_request`. */
export const gitlabMergeRequest: EventReader = body => {
  const request = body.at('object_attributes')
  const action = request.at('action').text
  const event = eventName('merge_request', action)
  const act = action === 'update' ? update(body) : { did: eventWords(acts, action), after: '' }
  if (!act.did) return notShown(event, action === 'update' ? 'only some updates are shown' : undefined)
  const branch = code(request.at('target_branch').text)
  const first = sentence({
    ...(act.did === 'approved' && { sign: '✅' }),
    who: gitlabUser(body),
    did: isDraft(request) && action === 'open' ? 'opened the draft merge request' : act.did,
    item: gitlabItem(request, '!'),
    after: action === 'merge' ? `into ${branch}` : act.after,
    where: gitlabProject(body),
  })
  const from = code(request.at('source_branch').text)
  const rest = action === 'open' ? [joined([from, '→', branch]), excerpt(request.at('description'))] : []
  const thread = threadKeyOf('pull', gitlabProject(body).name, request.at('iid').text)
  return { event, text: lines(first, ...rest), ...thread }
}

function isDraft(request: Native): boolean {
  return request.at('draft').isTrue || request.at('work_in_progress').isTrue
}

/** Returns what an update changed, if people should know. A change of the draft state changes the title too. */
function update(body: Native): { did?: string; after?: string } {
  const draft = body.at('changes', 'draft', 'current')
  if (draft.exists)
    return draft.isTrue
      ? { did: 'converted', after: 'to a draft' }
      : { did: 'marked', after: 'as ready for review' }
  const reviewer = gitlabAdded(body, 'reviewers')
  if (reviewer) return { did: 'requested a review of', after: `from ${person(reviewer)}` }
  const assignee = gitlabAdded(body, 'assignees')
  if (assignee) return { did: 'assigned the merge request', after: `to ${person(assignee)}` }
  const title = gitlabOldTitle(body)
  return title === '' ? {} : { did: 'renamed the merge request', after: `(was: ${plain(title)})` }
}
