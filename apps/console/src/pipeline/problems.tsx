import type { PipelineProblem } from '@posthorn/contract'
import { Icon } from '../ui/icon.js'
import { Time } from '../ui/time.js'

const looks = { broken: 'bg-bad-soft text-bad', warning: 'bg-warn-soft text-warn' }

/** Current problems, since when, and what to do. */
export function Problems({ problems }: { problems: Omit<PipelineProblem, 'part'>[] }) {
  if (problems.length === 0)
    return (
      <p className="flex items-center gap-2 rounded-lg bg-good-soft px-4 py-3 font-medium text-good">
        <Icon name="check" />
        No problems. Deliveries are being posted.
      </p>
    )
  return (
    <ul aria-label="Problems" className="flex flex-col gap-2">
      {problems.map(({ message, severity, since_at, advice }) => (
        <li key={message} className={`flex gap-3 rounded-lg px-4 py-3 ${looks[severity]}`}>
          <Icon name="warning" className="mt-0.5 size-4" />
          <div className="flex min-w-0 flex-col gap-1">
            <p className="font-medium wrap-anywhere">
              {message}
              {since_at > 0 && (
                <>
                  {' '}
                  <span className="font-normal">
                    Since <Time at={since_at} form="seconds" />.
                  </span>
                </>
              )}
            </p>
            <p className="text-sm text-text text-pretty">{advice}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
