import { type EventReader, eventName, eventWords, notShown } from '../forges/events.js'
import { excerpt, lines, listed, person, sentence } from '../forges/sentence.js'
import { count, joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { githubRepository, githubSender } from './github-values.js'

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
}

/** Reads `repository`. */
export const githubRepositoryChange: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('repository', action)
  const did = eventWords(changes, action)
  if (!did) return notShown(event)
  return {
    event,
    text: sentence({
      ...(action === 'deleted' && { sign: '⚠️' }),
      who: githubSender(body),
      did,
      item: githubRepository(body),
      after: formerly(body.at('changes')),
    }),
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

export const githubMember: EventReader = body => {
  const action = body.at('action').text
  const event = eventName('member', action)
  if (action !== 'added' && action !== 'removed') return notShown(event)
  const did = `${action} ${person(body.at('member', 'login').text)} ${action === 'added' ? 'to' : 'from'}`
  return { event, text: sentence({ who: githubSender(body), did, item: githubRepository(body) }) }
}

/** Reads `gollum`, which announces wiki pages. */
export const githubWiki: EventReader = (body, event) => {
  const pages = body.at('pages').items.map((page: Native) => {
    const did = page.at('action').text === 'created' ? 'New:' : 'Edited:'
    return joined([did, link(page.at('title').text, page.at('html_url').text)])
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

/** Reads `package`. */
export const githubPackage: EventReader = body => {
  const published = body.at('package')
  const event = eventName('package', body.at('action').text)
  if (body.at('action').text !== 'published') return notShown(event)
  const version = published.at('package_version')
  const item = {
    name: joined([published.at('name').text, versionOf(version)]),
    url: version.at('html_url').text || published.at('html_url').text,
  }
  const did = 'published the package'
  return { event, text: sentence({ who: githubSender(body), did, item, where: githubRepository(body) }) }
}
