package io.ethryx.health;

import static io.ethryx.health.ScriptedPair.json;
import static io.ethryx.health.ScriptedPair.status;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FitReadingsTest {

    private static final String HASH = "0x" + "aB".repeat(32);

    private static String text(Reading<?> reading) {
        if (reading instanceof Reading.Known<?> known) {
            return "known " + known.value();
        }
        return reading instanceof Reading.Garbled<?> garbled
                ? "garbled " + garbled.raw()
                : "failed " + ((Reading.Failed<?>) reading).error();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{'data':{'chain_id':'1','address':'0x'}} | known Optional[1]",
                "{'data':{'chain_id':17000}} | known Optional[17000]",
                "{'data':{'address':'0x'}} | known Optional.empty",
                "{'data':null} | known Optional.empty",
                "{} | known Optional.empty",
                "{'data':{'chain_id':'0x1'}} | garbled '0x1'",
                "{'data':{'chain_id':null}} | garbled null",
                "{'data':{'chain_id':'1'} | failed decode",
            })
    void the_cl_tells_its_chain_quoted_or_not_or_not_at_all(String body, String reading) {
        assertThat(text(FitReadings.chainId(json(body.replace('\'', '"')), "chain_id")))
                .startsWith(reading.replace('\'', '"'));
    }

    @ParameterizedTest
    @ValueSource(ints = {404, 405, 501})
    void an_endpoint_that_is_not_there_tells_nothing(int status) {
        assertThat(text(FitReadings.chainId(status(status), "chain_id"))).isEqualTo("known Optional.empty");
    }

    @Test
    void an_endpoint_that_fails_is_a_failure() {
        assertThat(text(FitReadings.chainId(status(503), "chain_id"))).isEqualTo("failed http 503 Service Unavailable");
        assertThat(text(FitReadings.headHash(status(404)))).isEqualTo("failed http 404 Not Found");
    }

    private static String headHash(String body) {
        return text(FitReadings.headHash(json("{\"data\":{\"message\":{\"body\":" + body + "}}}")));
    }

    @Test
    void the_head_block_names_its_execution_block_if_it_has_one() {
        assertThat(headHash("{\"execution_payload\":{\"transactions\":[\"0x00\"],\"block_hash\":\"" + HASH + "\"}}"))
                .isEqualTo("known Optional[" + HASH + "]");
        assertThat(headHash("{}")).isEqualTo("known Optional.empty");
        assertThat(headHash("{\"execution_payload\":{}}")).isEqualTo("known Optional.empty");
        assertThat(headHash("{\"execution_payload\":{\"block_hash\":\"0x" + "0".repeat(64) + "\"}}"))
                .isEqualTo("known Optional.empty");
        assertThat(headHash("{\"execution_payload\":{\"block_hash\":\"0x12\"}}"))
                .isEqualTo("garbled 0x12");
        assertThat(headHash("{\"execution_payload\":{\"block_hash\":7}}")).isEqualTo("garbled 7");
        assertThat(headHash("{\"execution_payload\":{\"block_hash\":\"" + HASH + "\\\",0]\"}}"))
                .as("nothing but a hash gets into a request")
                .startsWith("garbled");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "[{'id':1,'result':'0x1'}] | known Optional[1]",
                "[{'id':2,'result':null},{'id':1,'result':'0x4268'}] | known Optional[17000]",
                "[{'id':1,'result':'1'}] | garbled 1",
                "[{'id':1,'result':1}] | garbled 1",
                "[{'id':1,'result':null}] | garbled null",
                "[{'id':1}] | failed decode: missing result",
                "[{'id':2,'result':'0x1'}] | failed decode: missing response for id 1",
                "[] | failed decode: missing response for id 1",
                "{'id':1,'result':'0x1'} | failed decode: not an array",
                "[{'id':1,'error':{'code':-32601,'message':'no'}}] | known Optional.empty",
                "[{'id':1,'error':{'code':-32000,'message':'no'}}] | failed rpc error: {'code':-32000,'message':'no'}",
            })
    void the_el_tells_its_chain_or_has_no_such_method(String body, String reading) {
        assertThat(text(FitReadings.elChainId(json(body.replace('\'', '"'))))).isEqualTo(reading.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "[{'id':1,'result':'0x1'},{'id':2,'result':{'number':'0x5'}}] | known Optional[true]",
                "[{'id':1,'result':'0x1'},{'id':2,'result':null}] | known Optional[false]",
                "[{'id':2,'error':{'code':-32601,'message':'no'}}] | known Optional.empty",
                "[{'id':2,'error':{'code':-32603,'message':'no'}}] | failed rpc error: {'code':-32603,'message':'no'}",
                "[{'id':1,'result':'0x1'}] | failed decode: missing response for id 2",
            })
    void the_el_has_the_block_or_does_not(String body, String reading) {
        assertThat(text(FitReadings.headAtEl(json(body.replace('\'', '"'))))).isEqualTo(reading.replace('\'', '"'));
    }
}
