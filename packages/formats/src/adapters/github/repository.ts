import { asWords } from '../alerts/alert.js'
import { type EventReader, eventName, eventWords, notShown } from '../forges/events.js'
import { excerpt, lines, linked, listed, person, sentence } from '../forges/sentence.js'
import { code, count, joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { githubRepository, githubSender, onceKey } from './github-values.js'

/** Reads `release`. */
export const githubRelease: EventReader = body => {
  const release = body.at('release')
  const event = eventName('release', body.at('action').text)
  if (body.at('action').text !== 'published') return notShown(event)
  const first = sentence({
    who: githubSender(body),
    did: `published the ${release.at('prerelease').isTrue ? 'pre-release' : 'release'}`,
    item: {
      name: release.at('name').text || release.at('tag_name').text,
      url: release.at('html_url').text,
    },
    where: githubRepository(body),
  })
  return { event, text: lines(first, excerpt(release.at('body'))) }
}

export const githubFork: EventReader = (body, event) => {
  const forkee = body.at('forkee')
  const copy = link(forkee.at('full_name').text, forkee.at('html_url').text)
  const item = githubRepository(body)
  return {
    event,
    text: sentence({ who: githubSender(body), did: 'forked', item, after: copy && `to ${copy}` }),
  }
}

export const githubStar: EventReader = body => {
  const event = eventName('star', body.at('action').text)
  if (body.at('action').text !== 'created') return notShown(event)
  const { number: stars } = body.at('repository', 'stargazers_count')
  const after = stars === undefined ? '' : `· ${count(stars, 'star')}`
  return {
    event,
    text: sentence({ who: githubSender(body), did: 'starred', item: githubRepository(body), after }),
  }
}

const changes = {
  created: 'created the repository',
  deleted: 'deleted the repository',
  archived: 'archived the repository',
  unarchived: 'unarchived the repository',
  renamed: 'renamed the repository',
  transferred: 'transferred the repository',
  publicized: 'made the repository public:',
  privatized: 'made the repository private:',
  anonymous_access_enabled: 'let everybody read the repository',
  anonymous_access_disabled: 'ended the anonymous access to the repository',
}

/** Changes that open, hide or destroy something. */
const grave = new Set(['deleted', 'publicized', 'transferred', 'archived', 'anonymous_access_enabled'])

/** Reads `repository`. */
export const githubRepositoryChange: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('repository', action)
  const { text: branch } = body.at('changes', 'default_branch', 'from')
  const did = branch !== '' ? 'changed the default branch of' : eventWords(changes, action)
  if (!did) return notShown(event)
  const now = body.at('repository', 'default_branch').text
  const key = action === 'publicized' ? onceKey(body, 'public') : undefined
  return {
    event,
    text: sentence({
      ...(grave.has(action) && { sign: '⚠️' }),
      who: githubSender(body),
      did,
      item: githubRepository(body),
      after: branch === '' ? formerly(body.at('changes')) : joined([code(branch), '→', code(now)]),
    }),
    ...(key !== undefined && { updateKey: key }),
  }
}

/** Reads `public`, which announces `repository.publicized` a second time. */
export const githubPublic: EventReader = (body, event) => {
  const key = onceKey(body, 'public')
  return {
    event,
    text: sentence({
      sign: '⚠️',
      who: githubSender(body),
      did: changes.publicized,
      item: githubRepository(body),
    }),
    ...(key !== undefined && { updateKey: key }),
  }
}

/** Reads `repository_import`. */
export const githubImport: EventReader = body => {
  const { text: status } = body.at('status')
  const ends = {
    success: '✅ The import succeeded',
    failure: '❌ The import failed',
    cancelled: '⚠️ The import was canceled',
  }
  const end = eventWords(ends, status) ?? `ℹ️ The import is now “${asWords(status)}”`
  const first = joined([end, `in ${linked(githubRepository(body))}`])
  return {
    event: eventName('repository_import', status),
    text: joined([first, person(githubSender(body))], ' · '),
  }
}

/** Returns the former name of a renamed repository, or the former owner of a transferred one. */
function formerly(changes: Native): string | false {
  const { text: name } = changes.at('repository', 'name', 'from')
  const from = changes.at('owner', 'from')
  const owner = from.at('user', 'login').text || from.at('organization', 'login').text
  if (name !== '') return `(was ${plain(name, 100)})`
  return owner !== '' && `from ${person(owner)}`
}

/** Reads `gollum`, which announces wiki pages. */
export const githubWiki: EventReader = (body, event) => {
  const pages = body.at('pages').items.map((page: Native) => {
    const did = page.at('action').text === 'created' ? 'New:' : 'Edited:'
    const name = page.at('title').text || page.at('page_name').text || 'a page'
    return joined([did, link(name, page.at('html_url').text)])
  })
  const first = sentence({
    who: githubSender(body),
    did: `changed ${count(pages.length, 'page')} of the wiki`,
    where: githubRepository(body),
  })
  return { event, text: lines(first, listed(pages)) }
}

/** A container's version is its digest, which few people recognize. */
function versionOf(version: Native): string {
  const { text } = version.at('version')
  const { text: tag } = version.at('container_metadata', 'tag', 'name')
  return tag || (text.startsWith('sha256:') ? text.slice(0, 'sha256:'.length + 12) : text.slice(0, 60))
}

/** Reads `package`, and `registry_package`, which announces the same a second time. */
export const githubPackage: EventReader = (body, name) => {
  const published = body.at('package').exists ? body.at('package') : body.at('registry_package')
  const event = eventName(name, body.at('action').text)
  if (body.at('action').text !== 'published') return notShown(event)
  const version = published.at('package_version')
  const item = {
    name: joined([published.at('name').text, versionOf(version)]),
    url: version.at('html_url').text || published.at('html_url').text,
  }
  const did = 'published the package'
  const key = onceKey(body, 'package', item.name)
  return {
    event,
    text: sentence({ who: githubSender(body), did, item, where: githubRepository(body) }),
    ...(key !== undefined && { updateKey: key }),
  }
}
