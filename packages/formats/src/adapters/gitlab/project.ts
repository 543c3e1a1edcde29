import { type EventReader, eventName, eventWords, notShown } from '../forges/events.js'
import { type ForgePush, isNoCommit, pushText, refOf } from '../forges/push.js'
import { addressBelow, excerpt, latest, lines, linked, sentence } from '../forges/sentence.js'
import { joined, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { gitlabProject, gitlabTested, gitlabUser } from './gitlab-values.js'

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
  const isOn = flag.at('active')
  const act = isOn.isTrue ? 'turned on' : isOn.text === 'false' ? 'turned off' : 'changed'
  const did = `${act} the feature flag`
  const item = { name: flag.at('name').text, url: where.url && `${where.url}/-/feature_flags` }
  return { event, text: sentence({ who: gitlabUser(body), did, item, where }) }
}

/** Reads `push` and `tag_push`. */
export const gitlabPush: EventReader = (body, event) => {
  const { kind, name } = refOf(body.at('ref').text)
  const [before, after] = [body.at('before').text, body.at('after').text]
  const where = gitlabProject(body)
  if (before !== '' && before === after) return gitlabTested(body, event, where)
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
      total: kind === 'tag' ? 0 : (body.at('total_commits_count').number ?? body.at('commits').length),
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
