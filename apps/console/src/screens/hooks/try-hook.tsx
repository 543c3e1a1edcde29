import { getRouteApi, Link } from '@tanstack/react-router'
import { hookTitle, useHook } from '../../data/hooks.js'
import { useTeam } from '../../data/teams.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Bench } from '../../trying/bench.js'
import { examples } from '../../trying/examples.js'
import { notByAddress, segmentClasses } from '../../ui/charts/series.js'

const route = getRouteApi('/$team/integrations/incoming/$hook/try')

/** Edits a payload, previews its posts, and sends it. */
export function TryHookScreen() {
  const team = useTeam()
  const hook = useHook()
  const { example } = route.useSearch()
  const chosen = examples.find(({ id }) => id === example) ?? examples[0]
  usePageTitle('Try it out', hookTitle(hook), team.display_name)
  return (
    <div className="flex flex-col gap-4 p-4">
      <nav aria-label="Example" className="flex flex-wrap gap-1">
        {examples.map(({ id, name }) => (
          <Link
            key={id}
            from={route.id}
            to="."
            search={{ example: id }}
            replace
            resetScroll={false}
            {...notByAddress}
            aria-current={id === chosen.id ? 'page' : undefined}
            className={segmentClasses}
          >
            {name}
          </Link>
        ))}
      </nav>
      <Bench key={chosen.id} initial={JSON.stringify(chosen.payload, null, 2)} />
    </div>
  )
}
