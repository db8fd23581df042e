"""Many streams in a pipeline, held against a simulation that goes from stage to stage.

The simulation knows no formula: each stage is a server with a queue, events are taken in order of
time, and a stream's next pass is put at the door when its last one has left the last stage.
"""

import heapq
import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rigs import llama, wafers

from viz.physics.decode import decode_step
from viz.physics.pipeline import Pipeline, pipeline_of
from viz.physics.types import Load
from viz.timeline.clocks import HwSeconds
from viz.timeline.streams import Streams, stretch_of


def stages_of(pipe):
    """The seconds of each stage: layers, and a hop after each wafer but the last."""
    times = []
    for wafer in range(pipe.wafers):
        first = round(wafer * pipe.layers / pipe.wafers)
        last = round((wafer + 1) * pipe.layers / pipe.wafers)
        times += [pipe.layer] * (last - first)
        if wafer < pipe.wafers - 1:
            times.append(pipe.hop)
    return times


def simulated(stages, arrivals, until):
    """When passes leave the last stage, for each stream, by stepping from event to event."""
    leaves = [[] for _ in arrivals]
    free = [0.0] * len(stages)  # when each stage is done with whom it has
    events = [(at, user, 0) for user, at in enumerate(arrivals)]
    heapq.heapify(events)
    queues = [[] for _ in stages]
    serving = [False] * len(stages)
    done = []  # (time, stage, user)

    def serve(stage, now):
        if queues[stage] and not serving[stage]:
            user = queues[stage].pop(0)
            serving[stage] = True
            heapq.heappush(done, (now + stages[stage], stage, user))

    while events or done:
        if done and (not events or done[0][0] <= events[0][0]):
            now, stage, user = heapq.heappop(done)
            if now > until:
                break
            serving[stage], free[stage] = False, now
            if stage + 1 < len(stages):
                queues[stage + 1].append(user)
                serve(stage + 1, now)
            else:
                leaves[user].append(now)
                heapq.heappush(events, (now, user, 0))
            serve(stage, now)
        else:
            now, user, _ = heapq.heappop(events)
            queues[0].append(user)
            serve(0, now)
    return leaves


def counted(streams, hw):
    return streams.at(HwSeconds(hw)).words


def from_the_door(pipe, arrivals):
    """Streams that all come through the door after the start, at the moments of `arrivals`."""
    queue = list(enumerate(arrivals))
    return stretch_of(HwSeconds(0.0), pipe, [], queue, (), 0)


PIPES = (
    (1, 4),
    (4, 4),
    (4, 16),
    (7, 20),
)


@pytest.mark.parametrize(("count", "layers"), PIPES)
@pytest.mark.parametrize("users", [1, 2, 3, 5, 9, 21, 40])
def test_words_are_done_when_a_stage_by_stage_simulation_has_them_done(count, layers, users):
    pipe = Pipeline(
        token=layers * 17e-6 + (count - 1) * 2e-6,
        layer=17e-6,
        hop=2e-6,
        layers=layers,
        wafers=count,
    )
    arrivals = [user * 0.59 * pipe.token / users for user in range(users)]
    streams = from_the_door(pipe, arrivals)
    until = 12 * pipe.period(users)
    leaves = sorted(t for each in simulated(stages_of(pipe), arrivals, until) for t in each)
    assert len(leaves) > 8 * users
    for i, t in enumerate(leaves):
        assert counted(streams, t + 1e-9) >= i + 1
        assert counted(streams, t - 1e-9) <= i


@given(
    st.integers(1, 12),
    st.integers(1, 12),
    st.integers(1, 30),
    st.floats(0.0, 30e-6),
    st.lists(st.floats(0.0, 0.6), min_size=30, max_size=30),
)
@settings(max_examples=60, deadline=None)
def test_any_pipeline_and_any_arrivals_agree_with_the_simulation(count, more, users, hop, offsets):
    layers = count * more
    token = layers * 17e-6 + (count - 1) * hop
    pipe = Pipeline(token, 17e-6, hop if count > 1 else 0.0, layers, count)
    arrivals = [0.0, *sorted(at * token for at in offsets[: users - 1])]
    streams = from_the_door(pipe, arrivals)
    leaves = simulated(stages_of(pipe), arrivals, 6 * pipe.period(users))
    every = sorted(t for each in leaves for t in each)
    for i, t in enumerate(every):
        assert counted(streams, t + 1e-9) >= i + 1
        assert counted(streams, t - 1e-9) <= i


def test_eighty_wafers_of_one_layer_by_hand():
    """80 layers of 17 us and 79 hops of 2 us: 1,518 us a word; 89.3 passes in flight fill it."""
    pipe = Pipeline(token=1518e-6, layer=17e-6, hop=2e-6, layers=80, wafers=80)
    assert pipe.knee == pytest.approx(89.29, abs=0.01)
    assert pipe.each(1) == pytest.approx(658.8, abs=0.1)
    assert pipe.each(80) == pipe.each(1), "up to the knee nobody is slower"
    assert pipe.total(80) == pytest.approx(52_701, abs=1)
    assert pipe.total(200) == pytest.approx(58_824, abs=1), "one word every 17 us, no more"
    assert pipe.each(200) == pytest.approx(294.1, abs=0.1)
    assert pipe.busy(1) == pytest.approx(17 / 1518)
    assert pipe.busy(200) == pytest.approx(1.0)


def test_the_pipeline_agrees_with_the_step_that_the_machine_takes():
    model = llama()
    for count in (4, 16, 80, 100):
        rig = wafers(count)
        pipe = pipeline_of(rig, model, Load(batch=17, context=1024))
        for users in (1, 4, 40, 80, 90, 120, 200):
            step = decode_step(rig, model, Load(batch=users, context=1024))
            assert pipe.period(users) == pytest.approx(step.seconds, rel=1e-12)


@pytest.mark.parametrize("users", [1, 2, 30, 89, 90, 200])
def test_as_many_are_in_flight_as_fit_and_the_others_wait(users):
    pipe = Pipeline(token=1518e-6, layer=17e-6, hop=2e-6, layers=80, wafers=80)
    streams = Streams(((HwSeconds(0.0), pipe, users),))
    for i in range(200):
        crowd = streams.at(HwSeconds(i * 0.37e-3))
        assert len(crowd.flying) + len(crowd.waiting) == users
        assert len(crowd.flying) <= 90
        assert min(users, 89) <= len(crowd.flying)


def test_a_stream_s_next_pass_enters_only_after_its_last_has_left():
    pipe = Pipeline(token=100e-6, layer=10e-6, hop=0.0, layers=10, wafers=2)
    for users in (1, 4, 13):
        streams = Streams(((HwSeconds(0.0), pipe, users),))
        entered = {user: [] for user in range(users)}
        for i in range(4000):
            hw = i * 0.5e-6
            for user, since in streams.at(HwSeconds(hw)).flying:
                at = hw - since
                if not entered[user] or at > entered[user][-1] + 1e-9:
                    entered[user].append(at)
        for times in entered.values():
            gaps = [b - a for a, b in itertools.pairwise(times)]
            assert all(gap >= pipe.token - 1e-9 for gap in gaps)
            assert gaps[1:] == pytest.approx([max(100e-6, users * 10e-6)] * len(gaps[1:]))


def test_passes_in_flight_keep_the_distance_of_the_slowest_stage():
    pipe = Pipeline(token=100e-6, layer=10e-6, hop=0.0, layers=10, wafers=2)
    steps = ((0.0, 1), (130e-6, 6), (333e-6, 14), (900e-6, 3), (1200e-6, 25))
    streams = Streams(tuple((HwSeconds(at), pipe, users) for at, users in steps), seed=5)
    for i in range(1600):
        ages = sorted(since for _, since in streams.at(HwSeconds(i * 1e-6)).flying)
        assert all(b - a >= 10e-6 - 1e-12 for a, b in itertools.pairwise(ages))


def test_a_turn_of_the_knob_moves_no_token_and_loses_no_word():
    pipe = Pipeline(token=1518e-6, layer=17e-6, hop=2e-6, layers=80, wafers=80)
    steps = [(0.0, 1), (2e-3, 30), (5e-3, 120), (9e-3, 12)]
    streams = Streams(tuple((HwSeconds(at), pipe, users) for at, users in steps), seed=3)
    for at, _ in steps[1:]:
        before, after = streams.at(HwSeconds(at - 1e-9)), streams.at(HwSeconds(at))
        just_left = 0
        for user, since in before.flying:
            if since < pipe.token - 2e-9:
                assert dict(after.flying)[user] == pytest.approx(since, abs=3e-9)
            else:
                just_left += 1
        assert after.words == before.words + just_left
    words = [counted(streams, i * 1e-5) for i in range(1500)]
    assert words == sorted(words)


def test_a_turn_to_the_same_value_changes_nothing():
    pipe = Pipeline(token=1518e-6, layer=17e-6, hop=2e-6, layers=80, wafers=80)
    once = Streams(((HwSeconds(0.0), pipe, 120),))
    again = Streams(((HwSeconds(0.0), pipe, 120), (HwSeconds(4.2e-3), pipe, 120)))
    for i in range(100):
        hw = HwSeconds(i * 1.1037e-4)
        a, b = once.at(hw), again.at(hw)
        assert a.words == b.words
        assert a.waiting == b.waiting
        assert dict(a.flying) == pytest.approx(dict(b.flying), abs=1e-12)


def test_another_pipeline_keeps_each_token_s_share_of_the_way():
    slow = Pipeline(token=200e-6, layer=10e-6, hop=0.0, layers=20, wafers=2)
    fast = replace(slow, token=100e-6, layer=5e-6)
    streams = Streams(((HwSeconds(0.0), slow, 3), (HwSeconds(350e-6), fast, 3)))
    before = dict(streams.at(HwSeconds(350e-6 - 1e-12)).flying)
    after = dict(streams.at(HwSeconds(350e-6)).flying)
    assert after == pytest.approx({user: since / 2 for user, since in before.items()}, abs=1e-9)


def test_any_moment_in_any_order_gives_the_same():
    pipe = Pipeline(token=1518e-6, layer=17e-6, hop=2e-6, layers=80, wafers=80)
    streams = Streams(((HwSeconds(0.0), pipe, 1), (HwSeconds(1e-3), pipe, 150)))
    moments = [i * 3.7e-4 for i in range(60)]
    forward = {hw: streams.at(HwSeconds(hw)) for hw in moments}
    assert all(streams.at(HwSeconds(hw)) == forward[hw] for hw in reversed(moments))
    late = streams.at(HwSeconds(3600.0))
    assert late.words == pytest.approx(3600 / 17e-6, rel=1e-4)
