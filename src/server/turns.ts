/** So many looks at the network at most before somebody's turn, however many connections wait at the door. */
const LOOKS_MAX = 50
/** So many turns at most between two looks. */
const TURNS_MAX = 16

export type Turns = ReturnType<typeof createTurns>

/**
 * Work that takes milliseconds goes on piece by piece, with a look at the network in between. Node lets in one connection
 * for each look: where a hundred pages are made between two of them, a crowd keeps everybody else at the door, those with
 * a kept page or a 503 to get as well. The pieces together get as much time as all else had since the look before, and
 * one gets its turn in any case. T34
 */
export function createTurns() {
  const waiting: (() => void)[] = []
  let looks = 0
  let hasLetIn = false
  let [begunAt, endedAt] = [0, 0]
  let budgetMs = 0
  let isPlanned = false

  /** Node runs these one after the other, each with all that follows from it, and then looks at the network. */
  function plan(): void {
    isPlanned = true
    setImmediate(begin)
    for (let turn = 1; turn < Math.min(waiting.length, TURNS_MAX); turn += 1) setImmediate(goOn)
    setImmediate(end)
  }

  function begin(): void {
    looks += 1
    begunAt = performance.now()
    budgetMs = begunAt - endedAt
    if (hasLetIn && looks < LOOKS_MAX) {
      budgetMs = 0
    } else {
      looks = 0
      waiting.shift()?.()
    }
    hasLetIn = false
  }

  function goOn(): void {
    if (performance.now() - begunAt < budgetMs) waiting.shift()?.()
  }

  function end(): void {
    endedAt = performance.now()
    isPlanned = false
    if (waiting.length > 0) plan()
  }

  return {
    /** Resolves when it is the caller's turn, first come, first served. */
    next(): Promise<void> {
      return new Promise((resolve) => {
        waiting.push(resolve)
        if (!isPlanned) plan()
      })
    },
    /** Another may wait at the door behind it. */
    noteConnection(): void {
      hasLetIn = true
    },
  }
}
