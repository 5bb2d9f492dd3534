package io.ethryx.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.BlockContext;
import io.ethryx.core.Body;
import io.ethryx.core.RpcCall;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BlockContextReaderTest {

    private static final String HASH = "0x" + "ab".repeat(32);

    private final BlockContextReader reader = new BlockContextReader(MethodTable.standard());

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            "latest"              | latest
            "pending"             | pending
            "earliest"            | earliest
            "safe"                | safe
            "finalized"           | finalized
            "0x0"                 | 0
            "0x10"                | 16
            "0Xff"                | 255
            "0x1312d00"           | 20000000
            "0xABCdef"            | 11259375
            203                   | 203
            0                     | 0
            null                  | latest
            HASH                  | hash
            {"blockNumber":"0xcb"}                                | 203
            {"blockNumber":203}                                   | 203
            {"blockNumber":"latest"}                              | latest
            {"blockHash":HASH}                                    | hash
            {"blockHash":HASH,"requireCanonical":true}            | hash
            {"blockHash":HASH,"blockNumber":null}                 | hash
            {"requireCanonical":false,"blockNumber":"finalized"}  | finalized
            """)
    void each_form_of_a_block_parameter_is_read(String parameter, String context) {
        assertThat(of("eth_getBalance", "[\"0xaa\"," + parameter + "]")).isEqualTo(context);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            "0x0123"              | 291
            "0x00"                | 0
            "0x07fa94"            | 522900
            "0x7fffffffffffffff"  | max
            "0xffffffffffffffff"  | max
            "0x1ffffffffffffffff" | max
            99999999999999999999  | max
            "0x7ffffffffffffffe"  | 9223372036854775806
            9223372036854775806   | 9223372036854775806
            """)
    void heights_have_any_length_and_never_wrap(String parameter, String context) {
        assertThat(of("eth_getBalance", "[\"0xaa\"," + parameter + "]")).isEqualTo(context);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            "Latest"
            "LATEST"
            " latest"
            ""
            "0x"
            "0xg"
            "0x-1"
            "x10"
            "16"
            -1
            -0
            1.5
            1e3
            true
            []
            ["0x1"]
            {}
            {"blockHash":null}
            {"blockNumber":null}
            {"blockHash":"0x1"}
            {"blockHash":"latest"}
            {"blockNumber":"0x1","blockHash":HASH}
            {"blockNumber":[]}
            {"number":"0x1"}
            """)
    void what_is_no_block_is_malformed(String parameter) {
        assertThat(of("eth_getBalance", "[\"0xaa\"," + parameter + "]")).isEqualTo("malformed");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            "l\\u0061test"                                    | latest
            "0x\\u0031\\u0030"                                | 16
            {"bl\\u006fckNumber":"0x10"}                      | 16
            {"BLOCKNUMBER":"0x10"}                            | 16
            {"blocknumber":"0x10"}                            | 16
            {"bloc\u212aNumber":"0x10"}                       | 16
            {"blockNumber":"latest","blockNumber":"0x10"}     | 16
            {"blockNumber":"0x10","blockNumber":"latest"}     | 16
            {"BlockNumber":"0x10","blockNumber":"finalized"}  | 16
            {"blockNumber":"earliest","blockNumber":"0x10"}   | earliest
            {"blockNumber":"0x1","bLockHash":HASH}            | malformed
            "lat\\"est"                                       | malformed
            """)
    void escapes_cases_and_repetitions_hide_no_block(String parameter, String context) {
        assertThat(of("eth_getBalance", "[\"0xaa\"," + parameter + "]")).isEqualTo(context);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            eth_getBalance                          | ["0xaa"]                      | latest
            eth_getBalance                          | []                            | latest
            eth_getStorageAt                        | ["0xaa","0x0","0x10"]         | 16
            eth_getStorageAt                        | ["0xaa","0x10"]               | latest
            eth_getProof                            | ["0xaa",["0x1"],"0x10"]       | 16
            eth_call                                | [{"to":"0xaa","data":"0x"}]   | latest
            eth_call                                | [{"to":"0x1"},"0x10",{"0xaddr":{"code":"0xfd"}},{"number":"0x1"}] | 16
            eth_call                                | [{"blockNumber":"0x1"},"latest"]       | latest
            eth_estimateGas                         | [{"to":"0x1"},null]           | latest
            eth_simulateV1                          | [{"blockStateCalls":[]},"0x10"] | 16
            eth_getBlockByNumber                    | ["0x10",false]                | 16
            eth_getBlockByNumber                    | []                            | none
            eth_getBlockByHash                      | [HASH,true]                   | hash
            eth_getBlockReceipts                    | [HASH]                        | hash
            eth_getTransactionByBlockNumberAndIndex | ["0x10","0x0"]                | 16
            eth_getTransactionByHash                | [HASH]                        | none
            eth_sendRawTransaction                  | ["0x02f870"]                  | none
            eth_chainId                             | []                            | none
            eth_getUncleByBlockNumberAndIndex       | ["0x10","0x0"]                | 16
            eth_getHeaderByNumber                   | ["0x10"]                      | 16
            eth_getAccount                          | ["0xaa","0x10"]               | 16
            eth_callMany                            | [[],{"blockNumber":"0x10","transactionIndex":3}] | 16
            eth_callMany                            | [[],{"blockNumber":HASH}]     | hash
            debug_traceCall                         | [{"to":"0x1"},"latest",{"tracer":"callTracer","stateOverrides":{}}] | latest
            debug_traceBlockByNumber                | ["0x10",{}]                   | 16
            debug_traceTransaction                  | [HASH,{}]                     | none
            trace_call                              | [{},["trace"],"0x10"]         | 16
            trace_call                              | [{},["0x10"]]                 | latest
            trace_replayBlockTransactions           | ["0x10",["trace"]]            | 16
            arbtrace_call                           | [{},["trace"],"0x10"]         | 16
            ots_getBlockDetails                     | [16]                          | 16
            ots_searchTransactionsBefore            | ["0xaa",16,25]                | 16
            erigon_getHeaderByNumber                | ["0x10"]                      | 16
            """)
    void the_table_says_where_the_block_stands(String method, String params, String context) {
        assertThat(of(method, params)).isEqualTo(context);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            eth_getLogs     | [{}]                                            | latest..latest
            eth_getLogs     | [{"fromBlock":"0x0"}]                           | 0..latest
            eth_getLogs     | [{"toBlock":"0x10"}]                            | latest..16
            eth_getLogs     | [{"toBlock":"latest"}]                          | latest..latest
            eth_getLogs     | [{"fromBlock":"0x20","toBlock":"0x10"}]         | 32..16
            eth_getLogs     | [{"fromBlock":null,"toBlock":null}]             | latest..latest
            eth_getLogs     | [{"fromBlock":"earliest","toBlock":"finalized"}] | earliest..finalized
            eth_getLogs     | [{"address":["0x1"],"topics":[["0x2"],null],"fromBlock":"0x1","toBlock":"0x2"}] | 1..2
            eth_getLogs     | [{"fromBlock":"latest","fromBlock":"0x5","toBlock":"0x6","TOBLOCK":"latest"}] | 5..latest
            eth_getLogs     | [{"blockHash":HASH}]                            | hash
            eth_getLogs     | [{"blockHash":HASH,"fromBlock":null}]           | hash
            eth_getLogs     | [{"blockHash":HASH,"fromBlock":"0x1","toBlock":"0x2"}] | malformed
            eth_getLogs     | [{"blockHash":"0x1"}]                           | malformed
            eth_getLogs     | [{"fromBlock":"Latest"}]                        | malformed
            eth_getLogs     | [{"fromBlock":HASH}]                            | malformed
            eth_getLogs     | [{"fromBlock":"0x1","toBlock":-1}]              | malformed
            eth_getLogs     | ["0x1"]                                         | malformed
            eth_getLogs     | []                                              | latest
            eth_newFilter   | [{"fromBlock":"0x20","toBlock":"0x10"}]         | 32..16
            trace_filter    | [{"fromBlock":"0x2ed0c4","toBlock":"0x2ed128","toAddress":["0x1"],"count":1,"after":100}] | 3068100..3068200
            trace_filter    | [{"count":1,"after":100}]                       | earliest..latest
            trace_filter    | []                                              | earliest..latest
            arbtrace_filter | [{"toBlock":"0x5"}]                             | earliest..5
            erigon_getLogs  | [{"fromBlock":"0x1"}]                           | 1..latest
            debug_getModifiedAccountsByNumber | [16,32]                       | 16..32
            debug_getModifiedAccountsByNumber | [16]                          | 16..16
            debug_getModifiedAccountsByHash   | [HASH,HASH]                   | hash
            debug_traceChain | ["0x10","latest"]                              | 16..latest
            debug_traceChain | ["0x10","Latest"]                              | malformed
            """)
    void a_range_has_two_ends(String method, String params, String context) {
        assertThat(of(method, params)).isEqualTo(context);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            [10,"latest",[10]]       | latest-9..latest
            ["0xa","latest",[]]      | latest-9..latest
            ["10","latest"]          | latest-9..latest
            ["0x400","0x10",[]]      | 0..16
            ["4","pending",null]     | pending-3..pending
            [4,"0x64"]               | 97..100
            [1,"0x64"]               | 100..100
            [0,"0x64"]               | 100..100
            [5,"earliest"]           | earliest-4..earliest
            [5,"finalized"]          | finalized-4..finalized
            [5]                      | none
            [5,null]                 | none
            ["five","latest"]        | malformed
            [null,"latest"]          | malformed
            [5,"Latest"]             | malformed
            ["0xffffffffffffffffff","latest"] | latest-9223372036854775806..latest
            """)
    void a_fee_history_begins_count_minus_one_before_the_newest_block(String params, String context) {
        assertThat(of("eth_feeHistory", params)).isEqualTo(context);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            getBalance          | ["0xaa",{"block_id":"0x10","type":"Equals"}]         | 16
            getBalance          | ["0xaa",{"BLOCK_ID":"0x10","Type":"Equals"}]         | 16
            getBalance          | [{"block_id":"latest","type":"Equals"}]              | latest
            getBalance          | [{"block_id":"finalized","type":"Equals"}]           | finalized
            getBalance          | [{"block_id":HASH,"type":"Equals"}]                  | hash
            getBalance          | [{"block_id":{"blockNumber":"0x10"},"type":"Equals"}] | 16
            getBalance          | [{"block_id":{"blockHash":HASH},"type":"Equals"}]    | hash
            getBalance          | [{"block_id":"0x10","type":"Contains"}]              | none
            getBalance          | [{"block_id":"0x10","type":"equals"}]                | none
            getBalance          | [{"block_id":"0x10"}]                                | none
            getBalance          | [{"type":"Equals"}]                                  | none
            getBalance          | [{"block_id":null,"type":"Equals"}]                  | none
            getBalance          | [{"block_id":"0x010","type":"Equals"}]               | none
            getBalance          | [{"block_id":16,"type":"Equals"}]                    | none
            getBalance          | [{"block_id":"16","type":"Equals"}]                  | none
            getBalance          | [{"block_id":"0x8000000000000000","type":"Equals"}]  | none
            getBalance          | [{"block_id":"0x7fffffffffffffff","type":"Equals"}]  | max
            getBalance          | [{"block_id":{},"type":"Equals"}]                    | none
            getBalance          | [{"block_id":"0x10","type":"Equals"},"0x5"]          | none
            getBalance          | ["0x10"]                                             | none
            getBalance          | [16]                                                 | none
            getBalance          | []                                                   | none
            getBalance          | {"block_id":"0x10","type":"Equals"}                  | none
            contractMultiCall   | [[],{"block_id":"0x10","type":"Equals"},true,{}]     | 16
            simulateTransactions | [[],{"block_id":"0x10","type":"Equals"},{}]         | 16
            estimateGas         | [{},{"block_id":"0x10","type":"Equals"}]             | 16
            estimateGas         | [{"block_id":"0x10","type":"Equals"}]                | none
            eth_multiCall       | [1,2,3,4,5,6,{"block_id":"0x10","type":"Equals"}]    | 16
            """)
    void a_method_without_a_row_is_read_in_the_reference_s_way(String method, String params, String context) {
        assertThat(of(method, params)).isEqualTo(context);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            eth_call    | [{},{"block_id":"0x10","type":"Equals"}]      | 16
            eth_call    | [{},{"block_id":16,"type":"Equals"}]          | 16
            eth_call    | [{},{"block_id":"0x10","type":"Contains"}]    | none
            eth_call    | [{},{"type":"Contains"}]                      | none
            eth_call    | [{},{"block_id":"Latest","type":"Equals"}]    | malformed
            eth_call    | [{},{},{"block_id":"0x10","type":"Equals"}]   | malformed
            eth_getLogs | [{"block_id":"0x10","type":"Equals"}]         | 16
            eth_chainId | [{"block_id":"0x10","type":"Equals"}]         | none
            eth_getLogs | [{"block_id":"0x10","type":"Equals","fromBlock":null}] | 16
            eth_getLogs | [{"block_id":"latest","type":"Equals","fromBlock":"0x10"}] | 16..latest
            eth_getLogs | [{"type":"Contains","fromBlock":"0x10","toBlock":"0x20"}] | 16..32
            eth_getLogs | [{"type":"Equals","blockHash":HASH}]          | hash
            eth_call    | [{},{"type":"Contains","blockNumber":"0x10"}] | 16
            eth_call    | [{},{"block_id":"latest","type":"Equals","blockHash":HASH}] | hash
            trace_filter | [{"type":"Contains"}]                        | earliest..latest
            """)
    void a_method_of_the_table_may_use_the_reference_s_object_at_its_own_position(
            String method, String params, String context) {
        assertThat(of(method, params)).isEqualTo(context);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            eth_getBalance | ["0xaa",{"blockNumber":"0x10","blockNumber":"0x11"}]  | 16
            eth_getBalance | ["0xaa",{"blockNumber":"0x11","BlockNumber":"0x10"}]  | 16
            eth_getBalance | ["0xaa",{"blockNumber":"earliest","blockNumber":"earliest"}] | earliest
            getBalance     | [{"block_id":"0x10","block_id":"0x11","type":"Equals"}] | 16
            getBalance     | [{"block_id":{"blockNumber":"0x11","blockNumber":"0x10"},"type":"Equals"}] | 16
            """)
    void a_block_that_is_stated_twice_has_no_place_where_another_could_be_put(
            String method, String params, String context) {
        BlockContext twice = reader.of(Requests.call(method, params));
        assertThat(Requests.describe(twice)).isEqualTo(context);
        assertThat(twice.from()).isEqualTo(RpcCall.ABSENT);
        assertThat(twice.to()).isEqualTo(RpcCall.ABSENT);
    }

    @Test
    void params_that_are_absent_null_or_by_name_state_nothing() {
        assertThat(Requests.describe(
                        reader.of(Requests.read("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_getBalance\"}"))))
                .isEqualTo("latest");
        assertThat(Requests.describe(
                        reader.of(Requests.read("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"getBalance\"}"))))
                .isEqualTo("none");
        assertThat(of("eth_getBalance", "null")).isEqualTo("latest");
        assertThat(of("eth_getBalance", "{\"address\":\"0xaa\",\"block\":\"0x10\"}"))
                .isEqualTo("none");
    }

    @Test
    void blanks_between_the_tokens_count_for_nothing() {
        assertThat(of("eth_getBalance", " [ \"0xaa\" ,\t{ \"blockNumber\" :\r\n \"0x10\" } ] "))
                .isEqualTo("16");
        assertThat(of("eth_feeHistory", "[ 4 , \"0x64\" ]")).isEqualTo("97..100");
        assertThat(of("eth_getBalance", "[ ]")).isEqualTo("latest");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            eth_getBalance | ["0xaa","latest"]                               | "latest"
            eth_getBalance | ["0xaa", 203 ]                                  | 203
            eth_getBalance | ["0xaa",{"blockNumber":"0xcb"}]                 | "0xcb"
            eth_getBalance | ["0xaa",{"x":1,"blockNumber":"0xcb","blockNumber":null}] | "0xcb"
            eth_getBalance | ["0xaa",{"number":"0x1"}]                       | {"number":"0x1"}
            eth_getLogs    | [{"fromBlock":"0x1"},7]                         | {"fromBlock":"0x1"}
            eth_feeHistory | [4,"0x64",[]]                                   | "0x64"
            getBalance     | [{"block_id":"0x10","type":"Equals"}]           | "0x10"
            eth_getBalance | ["0xaa","Latest"]                               | "Latest"
            """)
    void the_context_tells_which_bytes_state_the_block(String method, String params, String stated) {
        RpcCall call = Requests.call(method, params);
        BlockContext context = reader.of(call);
        assertThat(call.body().text(context.from(), context.to())).isEqualTo(stated);
    }

    @Test
    void a_tag_early_in_a_body_is_one_object_however_often_it_comes() {
        RpcCall call = Requests.call("eth_getBalance", "[\"0xaa\",\"latest\"]");
        assertThat(reader.of(call)).isSameAs(reader.of(call));
        RpcCall late = Requests.call("eth_getBalance", "[\"" + "a".repeat(2000) + "\",\"latest\"]");
        assertThat(reader.of(late)).isEqualTo(reader.of(late)).isNotSameAs(reader.of(late));
    }

    @Test
    void a_configuration_adds_rows_and_replaces_them() {
        BlockContextReader extended = new BlockContextReader(MethodTable.standard()
                .with(Map.of(
                        "my_method", BlockPosition.index(1),
                        "my_logs", BlockPosition.filter(0),
                        "my_range", BlockPosition.span(0, 1),
                        "eth_getBalance", BlockPosition.none())));
        assertThat(Requests.describe(extended.of(Requests.call("my_method", "[1,\"0x10\"]"))))
                .isEqualTo("16");
        assertThat(Requests.describe(extended.of(Requests.call("my_logs", "[{\"fromBlock\":\"0x10\"}]"))))
                .isEqualTo("16..latest");
        assertThat(Requests.describe(extended.of(Requests.call("my_range", "[\"0x1\",\"0x2\"]"))))
                .isEqualTo("1..2");
        assertThat(Requests.describe(extended.of(Requests.call("eth_getBalance", "[\"0xaa\",\"0x1\"]"))))
                .isEqualTo("none");
    }

    @Test
    void a_body_in_pieces_reads_the_same() {
        byte[] bytes =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_call\",\"params\":[{\"to\":\"0x1\"},{\"blockNumber\":\"0x10\"}]}"
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8);
        for (int cut = 1; cut < bytes.length; cut++) {
            Body body = Body.of(java.util.List.of(
                    java.nio.ByteBuffer.wrap(bytes, 0, cut), java.nio.ByteBuffer.wrap(bytes, cut, bytes.length - cut)));
            RpcCall call = (RpcCall) new io.ethryx.core.JsonRpcReader().read(body);
            assertThat(Requests.describe(reader.of(call))).as("cut at %d", cut).isEqualTo("16");
        }
    }

    private String of(String method, String params) {
        return Requests.describe(reader.of(Requests.call(method, params.replace("HASH", '"' + HASH + '"'))));
    }
}
