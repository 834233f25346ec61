package cobench.workloads

/** A message, with its producer's number and its own among those of that producer, both from 0. */
public class Message(
    internal val producer: Int,
    internal val sequence: Int,
    internal val value: Int,
)

/** What one consumer received from so many [producers]. The squares show two wrong values that make up for each other in the sum. */
public class Receipt(
    producers: Int,
) {
    internal var count = 0
        private set
    internal var sum = 0L
        private set
    internal var squares = 0L
        private set

    /** Messages after a later one of the same producer, or twice. */
    internal var late = 0
        private set

    /** The least sequence number that may come, by producer. */
    private val next = IntArray(producers)

    /** Notes that a message has been received: part of what is measured. */
    public fun take(message: Message) {
        if (message.sequence < next[message.producer]) late++
        next[message.producer] = message.sequence + 1
        count++
        sum += message.value
        squares += message.value.toLong() * message.value
    }
}

/**
 * So many messages, dealt out evenly to [producers]. How they get to the consumers is the workload's.
 *
 * @param seed decides the messages' values: the same in every language
 */
public class Messages(
    private val messages: Int,
    private val producers: Int,
    seed: Long,
) {
    /** Of the first producer, then of the second, …. */
    internal val all: List<Message>
    private val sum: Long
    private val squares: Long

    init {
        val generator = SplitMix64(seed)
        all = ArrayList(messages)
        for (producer in 0 until producers) {
            repeat(share(producer, producers)) { all += Message(producer, it, generator.below(Int.MAX_VALUE)) }
        }
        sum = all.sumOf { it.value.toLong() }
        squares = all.sumOf { it.value.toLong() * it.value }
    }

    /** How many of all messages are one party's, of so many that share them evenly. */
    public fun share(
        party: Int,
        parties: Int,
    ): Int = first(party + 1, parties) - first(party, parties)

    private fun first(
        party: Int,
        parties: Int,
    ) = (messages.toLong() * party / parties).toInt()

    /** A producer's messages. */
    public fun of(producer: Int): List<Message> = all.subList(first(producer, producers), first(producer + 1, producers))

    /**
     * Refuses [receipts], by consumer, with a message out of its producer's order, and ones that do not make up all messages together. Where
     * one consumer has all of them in order, there is no gap either.
     *
     * @throws IllegalStateException that says what is wrong and what was wanted
     */
    public fun check(receipts: List<Receipt>) {
        receipts.forEachIndexed { consumer, receipt ->
            check(receipt.late == 0) {
                "consumer $consumer received ${receipt.late} messages after a later one of their producer: want 0"
            }
        }
        val count = receipts.sumOf { it.count }
        check(count == messages) { "$count messages were received: want $messages" }
        val sum = receipts.sumOf { it.sum }
        check(sum == this.sum) { "the sum of the messages received is $sum: want ${this.sum}" }
        val squares = receipts.sumOf { it.squares }
        check(squares == this.squares) { "the sum of the squares of the messages received is $squares: want ${this.squares}" }
    }
}
