import type { Adapted } from '../adapter.js'
import { threadBy } from '../alerts/alert.js'
import { excerpt } from '../forges/sentence.js'
import { joined, link } from '../markdown.js'
import type { Native } from '../native.js'
import { linearActor, linearIssueName } from './subject.js'

/** Reads a comment on an issue, on an update of a project, or on a document. */
export function readLinearComment(body: Native, event: string): Adapted {
  const comment = body.at('data')
  const line = joined([linearActor(body), 'commented on', link(subject(comment), body.at('url').text)])
  return { event, text: joined([line, excerpt(comment.at('body'))], '\n'), ...threadOf(comment) }
}

function subject(comment: Native): string {
  if (comment.at('issue').exists || comment.at('issueId').exists) return linearIssueName(comment.at('issue'))
  const project = comment.at('projectUpdate', 'project', 'name').text || comment.at('project', 'name').text
  if (project !== '') return `an update of ${project}`
  return comment.at('documentContentId').exists ? 'a document' : 'something'
}

function threadOf(comment: Native): Pick<Adapted, 'threadKey'> {
  const issue = comment.at('issueId').text || comment.at('issue', 'id').text
  if (issue !== '') return threadBy('issue', issue)
  const update = comment.at('projectUpdateId').text || comment.at('projectUpdate', 'id').text
  return update === ''
    ? threadBy('document', comment.at('documentContentId').text)
    : threadBy('update', update)
}
