import type { Adapted } from '../adapter.js'
import { type EventReader, eventName, notShown, threadKeyOf } from '../forges/events.js'
import type { ForgePlace } from '../forges/place.js'
import { excerpt, lines, sentence } from '../forges/sentence.js'
import { code, joined } from '../markdown.js'
import type { Native } from '../native.js'
import { gitlabItem, gitlabProject, gitlabUser } from './common.js'

/** What a comment is about, and its thread. */
type Subject = { did?: string; item: ForgePlace; thread: Pick<Adapted, 'threadKey'> }

/** Reads `note`, a comment on an issue, a merge request, a commit or a snippet. */
export const gitlabNote: EventReader = body => {
  const note = body.at('object_attributes')
  const kind = note.at('noteable_type').text
  const event = eventName('note', kind.replace('MergeRequest', 'merge_request').toLowerCase())
  if (note.at('system').isTrue) return notShown(event, 'notes that GitLab writes itself are not shown')
  if (note.at('action').text === 'update') return notShown(event, 'edited comments are not shown')
  const { did = 'commented on', item, thread } = subject(body, kind, note.at('url').text)
  const { text: path } = note.at('position', 'new_path')
  const file = path && code(joined([path, note.at('position', 'new_line').text], ':'))
  const first = sentence({
    who: gitlabUser(body),
    did: file ? `commented on ${file} of` : did,
    item,
    where: gitlabProject(body),
  })
  return { event, text: lines(first, excerpt(note.at('note'))), ...thread }
}

function subject(body: Native, kind: string, url: string): Subject {
  const project = gitlabProject(body).name
  const [request, issue, commit] = [body.at('merge_request'), body.at('issue'), body.at('commit')]
  if (kind === 'MergeRequest')
    return {
      item: gitlabItem(request, '!', url),
      thread: threadKeyOf('pull', project, request.at('iid').text),
    }
  if (kind === 'Commit') {
    const sha = commit.at('id').text
    const item = { name: sha.slice(0, 7), url }
    return { did: 'commented on the commit', item, thread: threadKeyOf('commit', project, sha) }
  }
  if (issue.exists)
    return { item: gitlabItem(issue, '#', url), thread: threadKeyOf('issue', project, issue.at('iid').text) }
  const snippet = body.at('snippet')
  const item = { name: snippet.at('title').text || 'a snippet', url }
  return { item, thread: threadKeyOf('snippet', project, snippet.at('id').text) }
}
