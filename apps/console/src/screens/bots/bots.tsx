import { useQuery } from '@tanstack/react-query'
import { AppsError } from '../../apps/apps-error.js'
import { type Bot, BotRow } from '../../bots/bot-row.js'
import { appsQuery } from '../../data/apps.js'
import { useMe } from '../../data/session.js'
import { useTeam } from '../../data/teams.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { Loading } from '../../server/states.js'
import { List } from '../../ui/list.js'

/** The bots of the user's applications, and the user, in whose name applications send. */
export function BotsScreen() {
  const team = useTeam()
  const me = useMe()
  const { data, error, refetch } = useQuery(appsQuery)
  usePageTitle('Bots', team.display_name)
  const bots: Bot[] = (data ?? [])
    .filter(({ bot_user_id }) => bot_user_id !== '')
    .map(app => ({ id: app.bot_user_id, username: app.bot_username, about: app.name }))
  const own = { id: me.id, username: me.username, about: 'Applications that act for you' }
  return (
    <Screen title="Bots" about="What programs sent with tokens">
      <Scroll>
        {!data && (error ? <AppsError error={error} onRetry={refetch} /> : <Loading what="the bots" />)}
        {data && (
          <List aria-label="Bots">
            {[...bots, own].map(bot => (
              <BotRow key={bot.id} bot={bot} />
            ))}
          </List>
        )}
      </Scroll>
    </Screen>
  )
}
