package io.ethryx.server;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import io.ethryx.core.line.Router;
import io.ethryx.core.line.RoutingDecision;
import io.ethryx.server.logging.DivertedLogs;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The fences of the house that the compiler can't keep, over all main classes of all modules on the class path. */
final class ArchitectureTest {

    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.ethryx", "io.undertow.protocols.http2", "io.undertow.protocols.ssl");

    private static final String SERVER = "io.ethryx.server..";

    /** Undertow's package, in which the server keeps the classes that need package-private access. */
    private static final String SERVER_IN_UNDERTOW = "io.undertow.protocols..";

    @Test
    void the_classes_of_all_modules_are_seen() {
        assertThat(HOUSE.contain(Main.class)).isTrue();
        assertThat(HOUSE.containPackage("io.ethryx.core")).isTrue();
    }

    @Test
    void undertow_and_xnio_are_known_to_the_server_alone() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages(SERVER, SERVER_IN_UNDERTOW)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.undertow..", "org.xnio.."));
    }

    @Test
    void core_knows_no_other_module() {
        check(noClasses()
                .that()
                .resideInAPackage("io.ethryx.core..")
                .should()
                .dependOnClassesThat(resideInAnyPackage("io.ethryx..")
                        .and(resideInAnyPackage("io.ethryx.core..").negate())));
    }

    @Test
    void no_leaf_sees_the_server() {
        check(noClasses()
                .that()
                .resideInAPackage("io.ethryx..")
                .and()
                .resideOutsideOfPackage(SERVER)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(SERVER));
    }

    @Test
    void no_leaf_sees_another_leaf() {
        check(slices().matching("io.ethryx.(*)..")
                .should()
                .notDependOnEachOther()
                .ignoreDependency(resideInAnyPackage(SERVER), alwaysTrue())
                .ignoreDependency(alwaysTrue(), resideInAnyPackage("io.ethryx.core..")));
    }

    @Test
    void traffic_explanations_and_checks_are_routed_in_one_place() {
        JavaClass router = HOUSE.get("io.ethryx.routing.TopologyRouter");
        JavaClass table = HOUSE.get("io.ethryx.routing.ChainTable");
        Set<JavaMethod> choices = table.getMethods().stream()
                .filter(method -> method.getRawReturnType().isAssignableTo(RoutingDecision.class))
                .collect(Collectors.toSet());
        assertThat(choices).isNotEmpty();
        assertThat(choices)
                .flatExtracting(ArchitectureTest::callersFromElsewhere)
                .containsOnly("TopologyRouter.choose", "TopologyRouter.hedge");
        assertThat(callSites(router, "choose")).containsExactly("TopologyRouter.decide");
        assertThat(callSites(router, "decide"))
                .containsExactlyInAnyOrder("TopologyRouter.route", "TopologyRouter.explaining");
        assertThat(callSites(router, "explaining")).contains("RoutingCheck.explain");
        assertThat(HOUSE.get(Router.class).getAllSubclasses())
                .extracting(JavaClass::getSimpleName)
                .containsExactlyInAnyOrder("TopologyRouter", "CountedRouter");
    }

    private static List<String> callersFromElsewhere(JavaMethod method) {
        return method.getCallsOfSelf().stream()
                .filter(call -> !call.getOriginOwner().equals(method.getOwner()))
                .map(ArchitectureTest::origin)
                .toList();
    }

    private static List<String> callSites(JavaClass owner, String name) {
        return owner.getMethods().stream()
                .filter(method -> method.getName().equals(name))
                .flatMap(method -> method.getCallsOfSelf().stream())
                .map(ArchitectureTest::origin)
                .toList();
    }

    private static String origin(JavaMethodCall call) {
        return call.getOriginOwner().getSimpleName() + "." + call.getOrigin().getName();
    }

    @Test
    void the_upstream_client_knows_neither_listener_nor_program() {
        check(noClassesOf("upstream")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(part("listener"), part("sidecar"), part("cli")));
    }

    @Test
    void the_listener_knows_neither_upstream_client_nor_program() {
        check(noClassesOf("listener")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(part("upstream"), part("sidecar"), part("cli")));
    }

    @Test
    void settings_know_no_part_that_runs() {
        check(noClassesOf("config")
                .should()
                .dependOnClassesThat(resideInAnyPackage(SERVER)
                        .and(resideInAnyPackage(part("config"), part("logging")).negate())));
    }

    @Test
    void the_parts_of_the_server_go_round_in_no_circle() {
        check(slices().matching("io.ethryx.server.(*)..").should().beFreeOfCycles());
    }

    @Test
    void the_rooms_of_a_part_go_round_in_no_circle() {
        check(slices().matching("io.ethryx.server.(**)").should().beFreeOfCycles());
    }

    @Test
    void a_name_says_how_a_thing_differs() {
        check(noClasses()
                .that()
                .resideInAnyPackage("io.ethryx..")
                .should()
                .haveNameMatching(".*(Impl|Manager|Utils?|Common|Helpers?)(\\$.*)?$"));
    }

    @Test
    void nothing_static_changes() {
        check(fields().that()
                .areDeclaredInClassesThat()
                .resideInAnyPackage("io.ethryx..")
                .and()
                .areStatic()
                .should(beFixed()));
    }

    /** A step of the wall clock neither lets calls through nor holds them up. */
    @Test
    void what_waits_or_counts_time_does_not_ask_for_the_time_of_day() {
        check(noClasses()
                .that()
                .resideInAnyPackage(
                        "io.ethryx.core..",
                        "io.ethryx.governance..",
                        "io.ethryx.routing..",
                        "io.ethryx.server.timer..",
                        "io.ethryx.server.gateway.mirror..")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(Instant.class, Clock.class, InstantSource.class));
    }

    @Test
    void no_one_logs_through_java_util_logging() {
        check(noClasses()
                .that()
                .resideInAPackage("io.ethryx..")
                .and()
                .doNotBelongToAnyOf(DivertedLogs.class)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.util.logging.."));
    }

    @Test
    void only_the_command_line_and_the_demo_write_to_stdout() {
        check(noClassesThatAreNoEntrance().should().accessField(System.class, "out"));
    }

    @Test
    void only_those_that_start_a_program_write_to_stderr() {
        check(noClassesThatAreNoEntrance()
                .and()
                .resideOutsideOfPackage(part("sidecar"))
                .should()
                .accessField(System.class, "err"));
    }

    @Test
    void only_the_command_line_and_the_entry_point_end_the_process() {
        check(noClassesThatAreNoEntrance()
                .and()
                .resideOutsideOfPackages(part("sidecar"), part("gateway"))
                .should()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "halt", int.class));
    }

    private static GivenClassesConjunction noClassesThatAreNoEntrance() {
        return noClasses()
                .that()
                .resideInAPackage("io.ethryx..")
                .and()
                .resideOutsideOfPackage(Main.class.getPackageName())
                .and()
                .resideOutsideOfPackages(part("cli"), part("demo"));
    }

    private static GivenClassesConjunction noClassesOf(String part) {
        return noClasses().that().resideInAPackage(part(part));
    }

    private static String part(String name) {
        return "io.ethryx.server." + name + "..";
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(HOUSE);
    }

    /** Final, and of no type whose use is to change. */
    private static ArchCondition<JavaField> beFixed() {
        DescribedPredicate<JavaClass> changing = belongToAnyOf(
                AbstractCollection.class,
                AbstractMap.class,
                AtomicBoolean.class,
                AtomicInteger.class,
                AtomicLong.class,
                AtomicReference.class,
                ConcurrentMap.class,
                ExecutorService.class,
                LongAdder.class,
                Queue.class,
                Thread.class,
                ThreadLocal.class);
        return new ArchCondition<>("be final and of a type that does not change") {
            @Override
            public void check(JavaField field, ConditionEvents events) {
                boolean fixed = field.getModifiers().contains(JavaModifier.FINAL);
                if (!fixed || assignableToAny(changing, field.getRawType())) {
                    events.add(SimpleConditionEvent.violated(field, field.getDescription() + " can change"));
                }
            }
        };
    }

    private static boolean assignableToAny(DescribedPredicate<JavaClass> types, JavaClass type) {
        return types.test(type)
                || type.getAllRawSuperclasses().stream().anyMatch(types)
                || type.getAllRawInterfaces().stream().anyMatch(types);
    }
}
