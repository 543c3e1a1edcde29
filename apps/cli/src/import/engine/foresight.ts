import type { ImportedObjects } from '@posthorn/contract'
import type { CommandContext } from '../../context.js'
import { pages } from '../../session/pages.js'
import type { Records } from '../source.js'

type Client = Awaited<ReturnType<CommandContext['server']>>['client']

type Seen = {
  id?: string
  name?: string | undefined
  team_id?: string | undefined
  channel_id?: string | undefined
  user_id?: string | undefined
  delete_at?: number | undefined
}
type Team = { name: string; isNew: boolean; members: Set<string>; channels: Set<string>; hooks: number }
type Channel = { teamId: string; isNew: boolean }
type Settings = Record<'mostMembers' | 'mostChannels' | 'mostHooks' | 'mostHooksOfOwner' | 'postDays', number>

const dayMs = 86_400_000
const membersPerPage = 1000
/** Names of the channels that a new team starts with. */
const firstChannels = ['town-square', 'off-topic']

/** Finds what the server's settings would do to an import: teams that get too many members, channels or webhooks, and posts that are deleted soon. */
export class Foresight {
  readonly #teams = new Map<string, Team>()
  readonly #channels = new Map<string, Channel>()
  readonly #daysOf = new Map<string, Promise<number>>()
  readonly #hooksOf = new Map<string, number>()
  #oldPosts = 0

  private constructor(
    readonly client: Client,
    readonly callerId: string,
    readonly settings: Settings,
  ) {}

  static async open(client: Client): Promise<Foresight> {
    const [{ id }, all] = await Promise.all([client.getMe(), client.listSettings()])
    const numberOf = (name: string) => Number(all.find(setting => setting.name === name)?.value ?? 0)
    const settings = {
      mostMembers: numberOf('MaxUsersPerTeam'),
      mostChannels: numberOf('MaxChannelsPerTeam'),
      mostHooks: numberOf('MaxHooksPerTeam'),
      mostHooksOfOwner: numberOf('MaxHooksPerOwner'),
      postDays: numberOf('PostDays'),
    }
    return new Foresight(client, id, settings)
  }

  /** Notes teams, channels and webhooks. */
  sawObjects(
    records: Seen[],
    { teams, channels, hooks }: Pick<ImportedObjects, 'teams' | 'channels' | 'hooks'>,
  ): void {
    const recordOf = new Map(records.map(record => [record.id, record]))
    for (const { key, id, outcome } of teams) {
      const isNew = outcome === 'created'
      const members = new Set(isNew ? [this.callerId] : []) // the creator of a team joins it
      const channels = new Set(isNew ? firstChannels : [])
      const name = recordOf.get(key)?.name ?? ''
      if (id !== '') this.#teams.set(id, { name, isNew, members, channels, hooks: 0 })
    }
    for (const { key, id, outcome } of channels) {
      const { team_id: teamId = '', name = '', delete_at: archivedAt = 0 } = recordOf.get(key) ?? {}
      if (outcome === 'created' && archivedAt === 0) this.#teams.get(teamId)?.channels.add(name)
      if (id !== '') this.#channels.set(id, { teamId, isNew: outcome === 'created' })
    }
    for (const { key, outcome } of hooks) if (outcome === 'created') this.#sawHook(recordOf.get(key))
  }

  #sawHook({ channel_id = '', user_id = '' }: Seen = {}): void {
    this.#hooksOf.set(user_id, (this.#hooksOf.get(user_id) ?? 0) + 1)
    const team = this.#teams.get(this.#channels.get(channel_id)?.teamId ?? '')
    if (team) team.hooks++
  }

  sawMember(member: Records['member']): void {
    if (!member.channel_id) this.#teams.get(member.team_id ?? '')?.members.add(member.user_id)
  }

  async sawPost({ channel_id, create_at }: Records['post']): Promise<void> {
    const found = this.#daysOf.get(channel_id) ?? this.#postDays(channel_id)
    this.#daysOf.set(channel_id, found)
    const days = await found
    if (days > 0 && create_at < Date.now() - days * dayMs) this.#oldPosts++
  }

  async warnings(): Promise<string[]> {
    const texts = await Promise.all(
      [...this.#teams].flatMap(([id, team]) => [
        this.#warnOfMembers(id, team),
        this.#warnOfChannels(id, team),
      ]),
    )
    const warnings = [...texts, ...this.#warningsOfHooks()].filter(text => text !== undefined)
    if (this.#oldPosts > 0)
      warnings.push(
        `${this.#oldPosts} posts are older than the server keeps posts of their channels (PostDays, and the retention of ` +
          'teams and channels), so it would soon delete them. Set it to 0, or to more days, before the import.',
      )
    return warnings
  }

  async #warnOfMembers(id: string, { name, isNew, members }: Team): Promise<string | undefined> {
    const most = this.settings.mostMembers
    if (!isNew) for (const userId of await this.#membersOf(id)) members.add(userId)
    return members.size > most
      ? `The team ${name} would have ${members.size} members, but MaxUsersPerTeam is ${most}. Raise it, or ${members.size - most} of them are left out.`
      : undefined
  }

  async #warnOfChannels(id: string, { name, isNew, channels }: Team): Promise<string | undefined> {
    const most = this.settings.mostChannels
    const total = channels.size + (isNew ? 0 : await this.#channelsOf(id, name))
    return channels.size > 0 && total > most
      ? `The team ${name} would have ${total} channels, but MaxChannelsPerTeam is ${most}. Raise it, or ${total - most} of them are left out.`
      : undefined
  }

  /** Webhooks that the server has already are not counted. */
  #warningsOfHooks(): (string | undefined)[] {
    const { mostHooks, mostHooksOfOwner } = this.settings
    const warn = (who: string, hooks: number, setting: string, most: number) =>
      hooks > most
        ? `${who} would get ${hooks} webhooks, but ${setting} is ${most}. Raise it, or ${hooks - most} of them are left out.`
        : undefined
    return [
      ...Array.from(this.#teams.values(), ({ name, hooks }) =>
        warn(`The team ${name}`, hooks, 'MaxHooksPerTeam', mostHooks),
      ),
      ...Array.from(this.#hooksOf.values(), hooks =>
        warn('A user', hooks, 'MaxHooksPerOwner', mostHooksOfOwner),
      ),
    ]
  }

  async #channelsOf(id: string, name: string): Promise<number> {
    const found = await pages(Number.POSITIVE_INFINITY, async (cursor, limit) => {
      const { teams, next } = await this.client.searchTeams({ query: { search: name, cursor, limit } })
      return { items: teams, next }
    })
    return found.find(team => team.id === id)?.channels ?? 0
  }

  async #membersOf(team: string): Promise<string[]> {
    const ids: string[] = []
    for (let offset = 0; ; offset += membersPerPage) {
      const params = { team, offset: `${offset}`, limit: `${membersPerPage}` }
      const page = await this.client.listTeamMembers({ params })
      ids.push(...page.map(({ user_id }) => user_id))
      if (page.length < membersPerPage) return ids
    }
  }

  /** Direct channels follow the server. */
  async #postDays(id: string): Promise<number> {
    const { teamId: team = '', isNew = true } = this.#channels.get(id) ?? {}
    if (team === '' || this.#teams.get(team)?.isNew !== false) return this.settings.postDays
    const { days, inherited_days } = isNew
      ? await this.client.getTeamRetention({ params: { team } })
      : await this.client.getChannelRetention({ params: { team, channel: id } })
    return days ?? inherited_days
  }
}
