package cobench.workloads.httpserver

import kotlinx.serialization.SerializationException
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.boolean
import kotlinx.serialization.json.double
import kotlinx.serialization.json.int
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive

/** What the load says of an attack. What each field means stands in cmd/counterpart. */
public class Report internal constructor(
    json: JsonObject,
) {
    public val requests: Int = json.getValue("requests").jsonPrimitive.int
    public val ok: Int = json.getValue("ok").jsonPrimitive.int
    public val rate: Int = json.getValue("rate").jsonPrimitive.int
    public val achieved: Double = json.getValue("achieved").jsonPrimitive.double
    public val pace: Double = json.getValue("pace").jsonPrimitive.double
    public val held: Boolean = json.getValue("held").jsonPrimitive.boolean
    public val errorRate: Double = json.getValue("error-rate").jsonPrimitive.double

    /** The most frequent failure, if there was one. */
    public val error: String? =
        (json.getValue("errors") as JsonArray).firstOrNull()?.let {
            it.jsonObject
                .getValue("error")
                .jsonPrimitive.content
        }

    /** In nanoseconds, by name: mean, p50, p95, p99, max. */
    public val latency: Map<String, Double> = json.getValue("latency-ns").jsonObject.mapValues { it.value.jsonPrimitive.double }
}

/** @throws IllegalStateException for what is no object in JSON, or one without what [make] takes from it */
internal inline fun <T> read(
    line: String,
    make: (JsonObject) -> T,
): T =
    try {
        make(Json.parseToJsonElement(line).jsonObject)
    } catch (e: SerializationException) {
        throw IllegalStateException("counterpart attack: \"$line\": want JSON", e)
    } catch (e: NoSuchElementException) {
        throw IllegalStateException("counterpart attack: \"$line\": ${e.message}", e)
    } catch (e: IllegalArgumentException) {
        throw IllegalStateException("counterpart attack: \"$line\": want another kind of value", e)
    }
