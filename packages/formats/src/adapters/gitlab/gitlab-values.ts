import type { Adapted } from '../adapter.js'
import { connected, type ForgePlace, linked, numbered } from '../forges/sentence.js'
import { plain } from '../markdown.js'
import type { Native } from '../native.js'

/** Returns the project. Older bodies of jobs have only its address, whose path is the name that other events use. */
export function gitlabProject(body: Native): ForgePlace {
  const project = body.at('project')
  const url = project.at('web_url').text || body.at('repository', 'homepage').text
  const path = /^https?:\/\/[^/]+\/([^?#]+)$/i.exec(url.slice(0, 1000))?.[1]
  const group = body.at('group', 'full_path').text || body.at('group', 'group_path').text
  return {
    name: project.at('path_with_namespace').text || path || body.at('project_name').text || group,
    url,
  }
}

export function gitlabUser(body: Native): string {
  return (
    body.at('user', 'name').text ||
    body.at('user_name').text ||
    body.at('user', 'username').text ||
    body.at('user_username').text
  )
}

/** Returns an issue as `#4 Title`, or a merge request as `!4 Title`. */
export function gitlabItem(item: Native, sign = '#', url = item.at('url').text): ForgePlace {
  return { name: numbered(item.at('iid'), item.at('title'), sign), url }
}

/** Returns the title before an update, if that changed it. */
export function gitlabOldTitle(body: Native): string {
  return body.at('changes', 'title', 'previous').text
}

/** Returns the first name that an update added to a list of people. */
export function gitlabAdded(body: Native, list: 'assignees' | 'reviewers'): string {
  const ids = (people: Native) => people.items.map(one => one.at('id').text || one.at('username').text)
  const before = new Set(ids(body.at('changes', list, 'previous')))
  const added = body
    .at('changes', list, 'current')
    .items.find(one => !before.has(one.at('id').text || one.at('username').text))
  return added?.at('name').text || added?.at('username').text || ''
}

/** Returns what GitLab's test button sends: something to which nothing happened. */
export function gitlabTested(body: Native, event: string, item: ForgePlace): Adapted {
  const where = gitlabProject(body)
  const about = item.name !== where.name && linked(item) && `test with ${linked(item)}`
  return { event, text: connected('GitLab', where, about || '', plain(gitlabUser(body), 60)) }
}
