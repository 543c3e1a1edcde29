import { type EventReader, eventName, eventWords, notShown } from '../forges/events.js'
import { type ForgePush, isNoCommit, pushText, refOf } from '../forges/push.js'
import { addressBelow, excerpt, latest, lines, linked, person, sentence } from '../forges/sentence.js'
import { bold, joined, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { gitlabProject, gitlabUser } from './gitlab-values.js'

/** Reads `release`. */
export const gitlabRelease: EventReader = body => {
  const event = eventName('release', body.at('action').text)
  if (body.at('action').text !== 'create') return notShown(event)
  const where = gitlabProject(body)
  const item = { name: body.at('name').text || body.at('tag').text, url: body.at('url').text }
  const author = body.at('commit', 'author', 'name').text
  const first = joined(['New release', linked(item), where.name && `in ${linked(where)}`])
  return { event, text: lines(joined([first, plain(author, 60)], ' · '), excerpt(body.at('description'))) }
}

const edits = { create: 'created', update: 'edited', delete: 'deleted' }

/** Reads `wiki_page`. */
export const gitlabWikiPage: EventReader = body => {
  const page = body.at('object_attributes')
  const action = page.at('action').text
  const event = eventName('wiki_page', action)
  const did = eventWords(edits, action)
  if (!did) return notShown(event)
  const item = { name: page.at('title').text, url: action === 'delete' ? '' : page.at('url').text }
  const where = gitlabProject(body)
  return { event, text: sentence({ who: gitlabUser(body), did: `${did} the wiki page`, item, where }) }
}

/** Reads `feature_flag`. */
export const gitlabFeatureFlag: EventReader = (body, event) => {
  const flag = body.at('object_attributes')
  const where = gitlabProject(body)
  const did = `turned ${flag.at('active').isTrue ? 'on' : 'off'} the feature flag`
  const item = { name: flag.at('name').text, url: where.url && `${where.url}/-/feature_flags` }
  return { event, text: sentence({ who: gitlabUser(body), did, item, where }) }
}

/** Reads `access_token`, which GitLab sends before a token expires. */
export const gitlabAccessToken: EventReader = (body, event) => {
  const token = body.at('object_attributes')
  const group = { name: body.at('group', 'group_name').text, url: '' }
  const owner = body.at('project').exists ? gitlabProject(body) : group
  const first = joined([
    '⚠️ The access token',
    bold(plain(token.at('name').text)),
    linked(owner) && `of ${linked(owner)}`,
    `expires on ${plain(token.at('expires_at').text, 40)}`,
  ])
  return { event, text: first }
}

/** Reads the events about members of groups and projects. */
export const gitlabMember: EventReader = (body, event) => {
  const isGone = event.startsWith('user_remove')
  const { text: group } = body.at('group_path')
  const path = group || body.at('project_path_with_namespace').text
  const role = body.at('group_access').text || body.at('access_level').text || body.at('project_access').text
  const text = joined([
    person(body.at('user_name').text),
    isGone ? 'left' : 'joined',
    plain(path),
    !isGone && role !== '' && `as ${plain(role, 40)}`,
  ])
  return { event, text }
}

/** Reads `push` and `tag_push`. */
export const gitlabPush: EventReader = (body, event) => {
  const { kind, name } = refOf(body.at('ref').text)
  const where = gitlabProject(body)
  const [before, after] = [body.at('before').text, body.at('after').text]
  const change = changeOf(before, after)
  const page = `-/${kind === 'tag' ? 'tags' : 'tree'}/${name}`
  return {
    event,
    text: pushText({
      who: gitlabUser(body),
      where,
      kind,
      change,
      ref: { name, url: change === 'deleted' ? '' : addressBelow(where.url, page) },
      url: addressBelow(where.url, change === 'updated' ? `-/compare/${before}...${after}` : ''),
      commits: kind === 'tag' ? [] : latest(body.at('commits')).map(gitlabCommit),
      total: kind === 'tag' ? 0 : (body.at('total_commits_count').number ?? 0),
    }),
  }
}

function changeOf(before: string, after: string): ForgePush['change'] {
  if (isNoCommit(after)) return 'deleted'
  return isNoCommit(before) ? 'created' : 'updated'
}

export function gitlabCommit(commit: Native) {
  return {
    sha: commit.at('id').text,
    url: commit.at('url').text,
    message: commit.at('title').text || commit.at('message').text,
    author: commit.at('author', 'name').text,
  }
}
