package cobench.harness

import cobench.workloads.Figure
import cobench.workloads.Operation

internal fun <T> operation(
    run: () -> T,
    check: (T) -> Unit,
    figures: () -> List<Figure> = { emptyList() },
): Operation<T> =
    object : Operation<T> {
        override fun run() = run()

        override fun check(result: T) = check(result)

        override fun figures() = figures()
    }
