import { type EventReader, notShown } from '../forges/events.js'
import { addressBelow, type ForgePlace } from '../forges/place.js'
import { isNoCommit, pushText, refOf } from '../forges/push.js'
import { githubRepository, githubSender } from '../github/common.js'
import { githubCommit } from '../github/push.js'

/** Reads `push`, which also announces new branches and tags. Deleted ones come as `delete`. */
export const giteaPush: EventReader = (body, event) => {
  if (isNoCommit(body.at('after').text)) return notShown(event, 'delete shows deleted branches and tags')
  const { kind, name } = refOf(body.at('ref').text)
  const where = githubRepository(body)
  const isNew = isNoCommit(body.at('before').text)
  const commits = body.at('commits').items.map(githubCommit)
  return {
    event,
    text: pushText({
      who: body.at('pusher', 'login').text || githubSender(body),
      where,
      kind,
      ref: giteaRef(where, kind, name),
      change: isNew ? 'created' : 'updated',
      url: isNew ? '' : body.at('compare_url').text,
      commits: kind === 'tag' ? [] : commits,
      total: kind === 'tag' ? 0 : (body.at('total_commits').number ?? commits.length),
    }),
  }
}

/** Reads `delete`. */
export const giteaDelete: EventReader = (body, event) => {
  const where = githubRepository(body)
  const kind = body.at('ref_type').text === 'tag' ? 'tag' : 'branch'
  const ref = { name: refOf(body.at('ref').text).name, url: '' }
  const who = githubSender(body)
  return { event, text: pushText({ who, where, kind, ref, change: 'deleted', url: '', commits: [] }) }
}

export function giteaRef(where: ForgePlace, kind: 'branch' | 'tag', name: string): ForgePlace {
  return { name, url: addressBelow(where.url, name && `src/${kind}/${name}`) }
}
