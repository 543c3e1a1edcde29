import { buildPost, secondsBetween } from '../forges/build.js'
import { type EventReader, eventName, eventWords, keyFor, notShown } from '../forges/events.js'
import { addressBelow, linked } from '../forges/place.js'
import { excerpt, lines, sentence } from '../forges/sentence.js'
import { githubItem, githubRepository, githubSender, githubThread } from '../github/common.js'
import { code, joined, plain } from '../markdown.js'
import { giteaRef } from './push.js'

const verdicts = new Map([
  ['pull_request_approved', { sign: '✅', did: 'approved' }],
  ['pull_request_rejected', { sign: '❌', did: 'requested changes in' }],
  ['pull_request_comment', { sign: '', did: 'reviewed' }],
])

/** Reads the three events of a review. */
export const giteaReview: EventReader = (body, event) => {
  const pull = body.at('pull_request')
  const said = excerpt(body.at('review', 'content'))
  const verdict = verdicts.get(event) ?? { sign: '', did: 'reviewed' }
  if (verdict.did === 'reviewed' && said === '') return notShown(event, 'the review has no text')
  const where = githubRepository(body)
  const first = sentence({ ...verdict, who: githubSender(body), item: githubItem(pull), where })
  return { event, text: lines(first, said), ...githubThread(body, 'pull', pull) }
}

/** Reads `fork`. Here `forkee` is the original, unlike GitHub's. */
export const giteaFork: EventReader = (body, event) => {
  const original = body.at('forkee')
  const item = { name: original.at('full_name').text, url: original.at('html_url').text }
  const after = `to ${linked(githubRepository(body))}`
  return { event, text: sentence({ who: githubSender(body), did: 'forked', item, after }) }
}

const edits = { created: 'created', edited: 'edited', deleted: 'deleted' }

/** Reads `wiki`. */
export const giteaWiki: EventReader = body => {
  const { text: action } = body.at('action')
  const event = eventName('wiki', action)
  const did = eventWords(edits, action)
  if (!did) return notShown(event)
  const where = githubRepository(body)
  const page = body.at('page').text
  const url = action === 'deleted' ? '' : addressBelow(where.url, page && `wiki/${page}`)
  const item = { name: page, url }
  const first = sentence({ who: githubSender(body), did: `${did} the wiki page`, item, where })
  return { event, text: lines(first, excerpt(body.at('comment'))) }
}

/** Reads `package`. */
export const giteaPackage: EventReader = body => {
  const { text: action } = body.at('action')
  const event = eventName('package', action)
  if (action !== 'created' && action !== 'deleted') return notShown(event)
  const published = body.at('package')
  const item = {
    name: joined([published.at('name').text, published.at('version').text.slice(0, 60)]),
    url: action === 'deleted' ? '' : published.at('html_url').text,
  }
  const did = action === 'created' ? 'published the package' : 'deleted the package'
  const type = published.at('type').text
  const owner = published.at('owner', 'login').text
  const after = joined([type && `(${plain(type, 40)})`, owner && `of ${plain(owner, 60)}`])
  return { event, text: sentence({ who: githubSender(body), did, item, after }) }
}

/** Reads Forgejo's `action_run_success`, `action_run_failure` and `action_run_recover`. */
export const forgejoRun: EventReader = (body, event) => {
  const run = body.at('run')
  const repository = run.at('repository')
  const where = { name: repository.at('full_name').text, url: repository.at('html_url').text }
  const { text: number } = run.at('index_in_repo')
  return buildPost({
    event,
    state: event === 'action_run_failure' ? 'failed' : 'passed',
    build: {
      name: joined([run.at('workflow_id').text, number && `#${number}`]),
      url: run.at('html_url').text,
    },
    passed: event === 'action_run_recover' ? 'passed again' : 'passed',
    ref: giteaRef(where, 'branch', run.at('prettyref').text),
    where,
    who: run.at('trigger_user', 'login').text,
    seconds: secondsBetween(run.at('started').text, run.at('stopped').text),
    details: [joined([code(run.at('commit_sha').text.slice(0, 7)), plain(run.at('title').text)])],
    key: keyFor('run', where.name, run.at('id').text),
  })
}
