/** The same as a format of an adapter. */
type SlackFormat = { name: string; headers: Record<string, string>; query: string }

/** The name of the format of deliveries that came by Slack's Web API. Their JSON is a payload. */
const slackApiFormatName = 'slack-api'

/**
 * Returns the format of a delivery by Slack's Web API. `team`: set if a user's token sent it, because channel names are those of a
 * team.
 */
export function slackApiFormat(method: string, team: string | undefined): SlackFormat {
  return {
    name: slackApiFormatName,
    headers: { method, ...(team !== undefined && { team }) },
    query: '',
  }
}

/** Returns whether a delivery came by Slack's Web API, whose targets may be ids, and whose posts need timestamps. */
export function isSlackApi(format: SlackFormat | undefined): boolean {
  return format?.name === slackApiFormatName
}

/** Returns the team of a delivery that a user's token sent. The delivery's `hookId` is then the user's id. */
export function senderTeamOf(format: SlackFormat | undefined): string | undefined {
  return isSlackApi(format) ? format?.headers.team : undefined
}
