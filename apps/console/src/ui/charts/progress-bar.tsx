import { formatNumber } from '../../format/locale.js'

/** A progress bar. `label` says what progresses. */
export function ProgressBar({ label, done, total }: { label: string; done: number; total: number }) {
  const part = total === 0 ? 1 : Math.min(1, done / total)
  return (
    <div className="flex flex-col gap-1">
      <div className="flex justify-between text-sm">
        <span>{label}</span>
        <span className="text-quiet tabular-nums">
          {formatNumber(done)} of {formatNumber(total)}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        className="h-2 overflow-hidden rounded-full bg-hover forced-colors:border"
      >
        <div
          className="h-full origin-left bg-accent forced-colors:bg-[Highlight]"
          style={{ width: `${part * 100}%` }}
        />
      </div>
    </div>
  )
}
